import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLiveEvents, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { onboardingApi } from './onboarding-queries'

const SETTLED_MS = 5 * 60_000

/** Reads the state of the selected merchant; disabled if none is selected. */
export function useOnboarding() {
  const { current } = useMerchantSelection()
  const queryClient = useQueryClient()
  const reread = useCallback(
    () => queryClient.invalidateQueries({ queryKey: onboardingApi.state.key() }),
    [queryClient],
  )
  useLiveEvents(['merchant'], (event) => {
    if (event.merchantId === current?.id) void reread()
  })
  useAfterSaves(() => void reread())
  return useQuery({
    ...onboardingApi.state.queryOptions({ input: { merchantId: current?.id ?? '' } }),
    enabled: current !== null,
    // Other screens complete steps too, so only an approved state is cached.
    staleTime: ({ state }) => (state.data?.phase === 'approved' ? SETTLED_MS : 0),
  })
}

/** A location, plan or account saved on this page may complete a step, whichever feature saved it. */
function useAfterSaves(run: () => void) {
  const saving = useIsMutating()
  const before = useRef(0)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (before.current > 0 && saving === 0) latest.current()
    before.current = saving
  }, [saving])
}

/** After a step was saved: the session may name another merchant now, and every screen may show something else. */
export function useStepSaved() {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return useCallback(async () => {
    await refresh()
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isSession(queryKey) })
  }, [queryClient, refresh])
}

/** Keys are paths of the API: the first part names the feature. */
function isSession([path]: readonly unknown[]): boolean {
  return Array.isArray(path) && path[0] === 'sessions'
}
