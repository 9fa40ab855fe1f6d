import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { offeredActions, type OfferedAction, type Person } from './possible-actions'

/** What the signed-in person is offered to do to somebody, each with the reason where it cannot be done. */
export function useOffers(): (person: Person) => OfferedAction[] {
  const { uid: userId, role } = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  const merchantId = isGlobalView ? undefined : current?.id
  return (person) => {
    const worksHere = person.merchants.some(({ id }) => id === merchantId)
    return offeredActions({ userId, role }, person, worksHere ? merchantId : undefined)
  }
}

export function useOfferedActions(person: Person): OfferedAction[] {
  return useOffers()(person)
}
