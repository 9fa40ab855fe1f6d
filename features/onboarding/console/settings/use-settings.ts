import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, keptText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import type { OnboardingState, SaveSettingsInput } from '../../contract'
import { onboardingApi } from '../onboarding-queries'

type Settings = SaveSettingsInput['settings']

/**
 * Each choice is saved as it is made. Until the server has answered the choice shows, and another one waits. When
 * somebody else has saved meanwhile the choice is laid over theirs: two who change one switch want the same.
 */
export function useSettings(state: OnboardingState) {
  const client = useQueryClient()
  const save = useMutation(onboardingApi.saveSettings.mutationOptions())
  const [chosen, setChosen] = useState<Settings | null>(null)
  const { merchantId, version } = state
  const settings = { ...state.settings, ...chosen }
  const readFresh = () =>
    client.fetchQuery({ ...onboardingApi.state.queryOptions({ input: { merchantId } }), staleTime: 0 })
  const reread = () => client.invalidateQueries({ queryKey: onboardingApi.state.key() })

  const choose = async (change: Partial<Settings>, { withWish }: { withWish: boolean }) => {
    if (version === null || save.isPending) return
    const over = (stored: Settings): Settings => {
      const { isLive, ...rest } = { ...stored, ...change }
      return withWish ? { ...rest, isLive } : rest
    }
    setChosen(over(settings))
    try {
      await save.mutateAsync({ merchantId, version, settings: over(settings) }).catch(async (error: unknown) => {
        const fresh = isStale(error) ? await readFresh() : undefined
        if (!fresh || fresh.version === null) throw error
        await save.mutateAsync({ merchantId, version: fresh.version, settings: over(fresh.settings) })
      })
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
    stale: isStale(save.error) ? save.error : undefined,
    problem: save.isError && !isStale(save.error) ? errorText(save.error, keptText) : undefined,
    reload: async () => {
      save.reset()
      await reread()
    },
  }
}
