import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import type { OnboardingState, SetupStep } from '../contract'
import { onboardingApi } from './onboarding-queries'

const stepPages: Partial<Record<SetupStep, readonly string[]>> = {
  locations: ['/merchants/onboarding/locations', '/locations'],
  plans: ['/plans'],
  banking: ['/settings/billing'],
}
const none: readonly string[] = []

function lockedPagesOf(state: OnboardingState | undefined): readonly string[] {
  const locked = state?.steps.filter(({ reason }) => reason === 'AFTER_PROFILE') ?? []
  return locked.length === 0 ? none : locked.flatMap(({ step }) => stepPages[step] ?? [])
}

const stateOf = (merchantId: string) => onboardingApi.state.queryOptions({ input: { merchantId } })

/** Pages of the chosen merchant that open after its Business Profile, as far as the guide or a setup bar has read them. */
export function useLockedPages(): readonly string[] {
  const { current } = useMerchantSelection()
  const { data } = useQuery({ ...stateOf(current?.id ?? ''), enabled: false, select: lockedPagesOf })
  return data ?? none
}

const lockablePages = Object.values(stepPages).flat()
const isLockable = (route: string) => lockablePages.includes(route.replace(/(.)\/$/, '$1'))

/** Returns true until the first answer says whether the page waits for the Business Profile of the chosen merchant. */
export function useIsLockPending(page: string): boolean {
  const { current } = useMerchantSelection()
  const mayLock = current !== null && !current.temporary && isLockable(page)
  const { isPending, failureCount, errorUpdateCount } = useQuery({
    ...stateOf(current?.id ?? ''),
    enabled: mayLock,
    staleTime: Infinity,
  })
  // Without a response the page opens, and its own queries report the failure.
  return mayLock && isPending && failureCount + errorUpdateCount === 0
}

export async function readLock(client: QueryClient, merchantId: string | undefined, page: string): Promise<void> {
  if (merchantId === undefined || !isLockable(page)) return
  await client.prefetchQuery({ ...stateOf(merchantId), staleTime: Infinity })
}

export function findLockedPages(client: QueryClient, merchantId: string | undefined): readonly string[] {
  return merchantId === undefined ? none : lockedPagesOf(client.getQueryData(stateOf(merchantId).queryKey))
}
