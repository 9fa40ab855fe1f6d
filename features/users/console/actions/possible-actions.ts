import type { UserAction } from '../../access/contract'
import { decideRemoval, possibleUserActions, userActionText, type ActingPerson } from '../../access/rules'
import type { UserRecord, UserRow, UserStatus } from '../../contract'

/** A row of the list, or the whole record where it was read. */
export type Person = UserRow & Partial<Pick<UserRecord, 'ownedMerchants'>>
/** In the open person itself, not in the menus. */
type SheetAction = 'updatePerson' | 'removeSecondFactor' | 'exportPerson' | 'erase'
export type PersonAction = Exclude<UserAction, SheetAction> | 'removeFromMerchant'
export type OfferedAction = {
  action: PersonAction
  /** The role itself lacks the right, whoever the person is. */
  isBeyondRole: boolean
  /** Why not, in the server's own words; undefined when it may be done. */
  reason: string | undefined
}

/** What comes next for a person, first what is done most (screens, "/users"). */
const offeredIn = {
  pending: ['resendInvitation', 'correctEmail', 'cancelInvitation'],
  pending_approval: ['approve', 'reject'],
  active: ['updateRole', 'sendPasswordReset', 'suspend'],
  suspended: ['reactivate', 'updateRole'],
  rejected: [],
} as const satisfies Record<UserStatus, readonly PersonAction[]>

/** `merchantId` is the chosen merchant: a person is removed from that one. */
export function offeredActions(actor: ActingPerson, person: Person, merchantId: string | undefined): OfferedAction[] {
  const verdicts = possibleUserActions(actor, person)
  const offer = (action: Exclude<PersonAction, 'removeFromMerchant'>): OfferedAction => {
    const verdict = verdicts[action]
    if (verdict.ok) return { action, isBeyondRole: false, reason: undefined }
    const owned = person.ownedMerchants?.map(({ name }) => name)
    return { action, isBeyondRole: verdict.reason === 'ROLE', reason: userActionText(action, verdict.reason, owned) }
  }
  const removal = merchantId === undefined ? [] : [offerRemoval(actor, person, merchantId)]
  return [...offeredIn[person.status].map(offer), ...removal, offer('delete')]
}

/** Whether anybody else owns the merchant only the server knows: it refuses to remove the last owner. */
function offerRemoval(actor: ActingPerson, person: Person, merchantId: string): OfferedAction {
  const isOnlyMerchant = person.merchants.length === 1 && !person.worksElsewhere
  const verdict = decideRemoval({
    actor,
    target: person,
    isOwnerOnRecord:
      person.ownedMerchants?.some(({ id }) => id === merchantId) ?? (person.ownsMerchant && isOnlyMerchant),
    isLastOwner: false,
    isOnlyMerchant,
  })
  if (verdict.ok) return { action: 'removeFromMerchant', isBeyondRole: false, reason: undefined }
  const reason = userActionText('removeFromMerchant', verdict.reason)
  return { action: 'removeFromMerchant', isBeyondRole: verdict.reason === 'ROLE', reason }
}
