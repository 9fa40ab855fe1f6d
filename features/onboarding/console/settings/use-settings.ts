import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OnboardingState, SaveSettingsInput } from '../../contract'
import { errorText } from '../error-text'
import { onboardingApi } from '../onboarding-queries'
import { isStale } from '@quaff/platform/console/forms/stale-notice'

type Settings = SaveSettingsInput['settings']

/** Each choice is saved as it is made. Until the server has answered the choice shows, and another one waits. */
export function useSettings(state: OnboardingState) {
  const client = useQueryClient()
  const save = useMutation(onboardingApi.saveSettings.mutationOptions())
  const [chosen, setChosen] = useState<Settings | null>(null)
  const { merchantId, version } = state
  const settings = { ...state.settings, ...chosen }
  const reread = () => client.invalidateQueries({ queryKey: onboardingApi.state.key() })

  const choose = async (change: Partial<Settings>, { withWish }: { withWish: boolean }) => {
    if (version === null || save.isPending) return
    const { isLive, ...rest } = { ...settings, ...change }
    const next = withWish ? { ...rest, isLive } : rest
    setChosen(next)
    try {
      await save.mutateAsync({ merchantId, version, settings: next })
      await reread()
    } catch {
      // Said above the choices; they show again what is saved.
    }
    setChosen(null)
  }
  return {
    settings,
    choose,
    saving: save.isPending,
    saved: save.isSuccess,
    stale: isStale(save.error),
    problem: save.isError && !isStale(save.error) ? errorText(save.error) : undefined,
    reload: async () => {
      save.reset()
      await reread()
    },
  }
}
