import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { OnboardingState, SaveSettingsInput } from '../contract'
import { onboardingApi } from './onboarding-queries'

type Settings = SaveSettingsInput['settings']

/**
 * Each choice is saved as it is made, and another one waits. When somebody else has saved meanwhile the choice is laid
 * over theirs: two who change one switch want the same.
 */
export function useSettings(state: OnboardingState, withWish: boolean) {
  const client = useQueryClient()
  const reread = useRefetch(onboardingApi.state.key())
  const [outcome, setOutcome] = useState<{ saved?: true; error?: unknown }>({})
  const save = async ({ merchantId, version, settings }: OnboardingState, change: Partial<Settings>) => {
    const { isLive, ...rest } = { ...settings, ...change }
    const input = { merchantId, version: version ?? 0, settings: withWish ? { ...rest, isLive } : rest }
    await onboardingApi.saveSettings.call(input)
    return {}
  }
  const write = useWrite<OnboardingState, Partial<Settings>>({
    call: (known, change) =>
      save(known, change).catch(async (error: unknown) => {
        if (!isStale(error)) throw error
        const input = { merchantId: known.merchantId }
        return save(await client.fetchQuery({ ...onboardingApi.state.queryOptions({ input }), staleTime: 0 }), change)
      }),
    keys: [onboardingApi.state.key()],
    idOf: ({ merchantId }) => merchantId,
    next: (change, { settings }) => ({ settings: { ...settings, ...change } }),
    failed: (error) => setOutcome({ error }),
    done: () => {
      setOutcome({ saved: true })
      return undefined
    },
  })
  const { saved = false, error } = outcome
  return {
    settings: state.settings,
    choose: (change: Partial<Settings>) => {
      setOutcome({})
      write.run(state, change)
    },
    saving: write.isPending,
    saved,
    error,
    problem: error !== undefined && !isStale(error) ? errorText(error) : undefined,
    reload: async () => {
      setOutcome({})
      await reread()
    },
  }
}
