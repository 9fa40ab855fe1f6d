import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { UserRow } from '../../contract'
import { useOffers } from '../actions/use-offered-actions'
import type { PersonActions } from '../actions/use-person-actions'

/** R on the row that has the focus; while people are selected it is about them instead. */
export function useResendKey(rows: readonly UserRow[], start: PersonActions['start']): void {
  const offersFor = useOffers()
  const resend = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
    const person = rows.find((row) => row.id === id)
    const offer = person && offersFor(person).find(({ action }) => action === 'resendInvitation')
    if (person && offer && offer.reason === undefined) start('resendInvitation', person)
  }
  useShortcuts([{ keys: 'r', label: 'Resend invitation', section: 'List', run: resend }])
}
