import { adminRole } from '@quaff/platform/shared/product'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { accessLimits, type UserAction } from './access-contract'
import type { UserRecord, UserRow, UserStatus } from './contract'
import { userPermissions } from './permissions'
import { type restoreRefusals, userActionRefusals, type RefusedAction } from './refusals'
import { isMerchantRole } from './rules'

export type ActingPerson = { userId: string; role: string }
/** A row of the list has them all. */
export type TargetPerson = Pick<
  UserRow,
  | 'id'
  | 'role'
  | 'status'
  | 'emailIsPlaceholder'
  | 'isLastAdministrator'
  | 'ownsMerchant'
  | 'worksElsewhere'
  | 'hasApplication'
  | 'erasedAt'
> &
  Partial<Pick<UserRecord, 'hasSecondFactor' | 'passkeys' | 'hasSingleSignOn'>>
export type UserActionRefusal = ReasonIn<typeof userActionRefusals>
export type UserActionVerdict = Verdict<UserActionRefusal>

const statesFor: Record<UserAction, readonly UserStatus[] | 'any'> = {
  updateRole: ['active', 'suspended'],
  suspend: ['active'],
  reactivate: ['suspended'],
  delete: 'any',
  approve: ['pending_approval'],
  reject: ['pending_approval'],
  resendInvitation: ['pending'],
  cancelInvitation: ['pending'],
  correctEmail: ['pending'],
  sendPasswordReset: ['active'],
  updatePerson: 'any',
  removeSecondFactor: 'any',
  removePasskeys: 'any',
  unlinkSingleSignOn: 'any',
  exportPerson: 'any',
  erase: 'any',
}
const endsAnAdministrator: readonly UserAction[] = ['updateRole', 'suspend', 'delete', 'erase']
const notToOneself: readonly UserAction[] = [
  ...endsAnAdministrator,
  'removeSecondFactor',
  'removePasskeys',
  'unlinkSingleSignOn',
]
const endsTheAccount: readonly UserAction[] = ['delete', 'erase']
/** Owners may not change a whole account, because its user may work for others too. */
const wholeAccount: readonly UserAction[] = ['cancelInvitation']
/** Actions that send an invitation to the address. */
const invites: readonly UserAction[] = ['resendInvitation', 'correctEmail']
const mailed: readonly UserAction[] = ['approve', 'resendInvitation', 'sendPasswordReset']

/** G12 and G15, for the verb and its control. The scope decides who is visible: `target` is in the actor's scope. */
export function decideUserAction(action: UserAction, actor: ActingPerson, target: TargetPerson): UserActionVerdict {
  const refuse = (reason: UserActionRefusal) => ({ ok: false, reason }) as const
  const states = statesFor[action]
  if (!userPermissions[`user.${action}`].some((role) => role === actor.role)) return refuse('ROLE')
  if (target.erasedAt !== null && action !== 'exportPerson') return refuse('ERASED')
  if (notToOneself.includes(action) && actor.userId === target.id) return refuse('SELF')
  if (states !== 'any' && !states.includes(target.status)) return refuse('STATE')
  if (endsAnAdministrator.includes(action) && target.isLastAdministrator) return refuse('LAST_ADMIN')
  if (action === 'removeSecondFactor' && target.hasSecondFactor === false) return refuse('STATE')
  if (action === 'removePasskeys' && target.passkeys === 0) return refuse('STATE')
  if (action === 'unlinkSingleSignOn' && target.hasSingleSignOn === false) return refuse('STATE')
  if (endsTheAccount.includes(action) && target.ownsMerchant) return refuse('OWNS_MERCHANT')
  if (wholeAccount.includes(action) && isForeign(actor, target)) return refuse('FOREIGN')
  if (invites.includes(action) && ['customer', ''].includes(target.role)) return refuse('NO_CONSOLE')
  if (mailed.includes(action) && target.emailIsPlaceholder) return refuse('NO_ADDRESS')
  return { ok: true }
}

function isForeign({ role }: ActingPerson, target: TargetPerson) {
  return role !== adminRole && (target.worksElsewhere || target.hasApplication || !isMerchantRole(target.role))
}

/** Every action with its verdict: what is refused is shown disabled, with `userActionText`. */
export function possibleUserActions(actor: ActingPerson, target: TargetPerson): Record<UserAction, UserActionVerdict> {
  const decide = (action: UserAction) => decideUserAction(action, actor, target)
  return {
    updateRole: decide('updateRole'),
    suspend: decide('suspend'),
    reactivate: decide('reactivate'),
    delete: decide('delete'),
    approve: decide('approve'),
    reject: decide('reject'),
    resendInvitation: decide('resendInvitation'),
    cancelInvitation: decide('cancelInvitation'),
    correctEmail: decide('correctEmail'),
    sendPasswordReset: decide('sendPasswordReset'),
    updatePerson: decide('updatePerson'),
    removeSecondFactor: decide('removeSecondFactor'),
    removePasskeys: decide('removePasskeys'),
    unlinkSingleSignOn: decide('unlinkSingleSignOn'),
    exportPerson: decide('exportPerson'),
    erase: decide('erase'),
  }
}

/** The sentence for people: on the disabled control and in the refusal. `owned`: the merchants by their names, where known. */
export function userActionText(action: RefusedAction, reason: UserActionRefusal, owned?: readonly string[]): string {
  const { text } = userActionRefusals[reason]
  return typeof text === 'string' ? text : text(action, owned)
}

export type RemovalDetails = {
  actor: ActingPerson
  target: Pick<TargetPerson, 'id' | 'role' | 'status'>
  /** The owner on record of this merchant. */
  isOwnerOnRecord: boolean
  /** True if the merchant has no other active owner. */
  isLastOwner: boolean
  /** The target has no other merchant. */
  isOnlyMerchant: boolean
}

/** G12: an owner removes people from an own merchant, an administrator from any. */
export function decideRemoval(details: RemovalDetails): UserActionVerdict {
  const { actor, target, isOwnerOnRecord, isLastOwner, isOnlyMerchant } = details
  const refuse = (reason: UserActionRefusal) => ({ ok: false, reason }) as const
  if (!userPermissions['user.removeFromMerchant'].some((role) => role === actor.role)) return refuse('ROLE')
  if (actor.userId === target.id) return refuse('SELF')
  if (actor.role !== adminRole && !isMerchantRole(target.role)) return refuse('FOREIGN')
  if (isOwnerOnRecord) return refuse('OWNS_MERCHANT')
  if (target.role === 'merchant_owner' && target.status === 'active' && isLastOwner) return refuse('LAST_OWNER')
  if (target.status === 'pending' && isOnlyMerchant) return refuse('STATE')
  return { ok: true }
}

export type RestoreDetails = {
  actorId: string
  /** The newest audit row about the person and the merchant within `accessLimits.undoRemovalMs`. */
  removal: { action: string; adminUserId: string | null; before: Record<string, unknown> | null } | undefined
  /** The current account; null if deleted. */
  account: { role: string | null; status: string; merchantIds: readonly string[] } | null
}

/** An own removal can be undone while the account is as it was: Undo gives back, and never more. */
export function decideRestore({
  actorId,
  removal,
  account,
}: RestoreDetails): Verdict<ReasonIn<typeof restoreRefusals>> {
  const isOwn = removal?.action === 'remove_from_merchant' && removal.adminUserId === actorId
  if (!isOwn || account === null) return { ok: false, reason: 'UNDO_OVER' }
  const isSame = account.role === removal.before?.['role'] && account.status === removal.before['status']
  const isFull = account.merchantIds.length >= accessLimits.merchantsPerUser
  return isSame && !isFull ? { ok: true } : { ok: false, reason: 'UNDO_CHANGED' }
}

export type AssignmentDetails = {
  role: string
  merchantIds: readonly string[]
  /** The existing ones. */
  knownMerchantIds: readonly string[]
  hasApplication: boolean
}

/** Owners and viewers need at least one merchant; an approved applicant may have an application instead. */
export function decideAssignment(details: AssignmentDetails): Verdict<'MERCHANT' | 'NO_MERCHANT'> {
  const { role, merchantIds, knownMerchantIds, hasApplication } = details
  if (merchantIds.some((id) => !knownMerchantIds.includes(id))) return { ok: false, reason: 'MERCHANT' }
  if (isMerchantRole(role) && merchantIds.length === 0 && !hasApplication) return { ok: false, reason: 'NO_MERCHANT' }
  return { ok: true }
}

/**
 * How an account gets its merchant: a registration is approved, an active customer becomes an owner. Null if it
 * already works or was decided.
 */
export function venueOwnerWay(
  account: Pick<TargetPerson, 'status' | 'role' | 'hasApplication' | 'erasedAt'>,
): 'approve' | 'convert' | null {
  if (account.erasedAt !== null) return null
  if (account.status === 'pending_approval') return 'approve'
  return account.status === 'active' && account.role === 'customer' && !account.hasApplication ? 'convert' : null
}

/** Name of a role change in the audit log (spec §3). */
export function roleChangeAction(before: string | null, after: string): 'grant_admin' | 'revoke_admin' | 'update_role' {
  if (before === after) return 'update_role'
  if (after === adminRole) return 'grant_admin'
  return before === adminRole ? 'revoke_admin' : 'update_role'
}
