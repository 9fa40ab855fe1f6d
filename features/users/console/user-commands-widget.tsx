import {
  IconBan,
  IconCheck,
  IconCircleX,
  IconKey,
  IconMail,
  IconMailForward,
  IconPencil,
  IconShieldCog,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react'
import type { CommandContext } from '@quaff/features/sessions/console/session-widget'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { UserAction } from '../access-contract'
import { decideRemoval, decideUserAction, userActionText } from '../access-rules'
import type { UserRecord, UserRow, UserStatus } from '../contract'

/** A row of the list, or the whole record where it was read. */
export type Person = UserRow & Partial<Pick<UserRecord, 'ownedMerchants'>>
/** In the open user, not in the menus. */
type SheetAction =
  | 'updatePerson'
  | 'removeSecondFactor'
  | 'removePasskeys'
  | 'unlinkSingleSignOn'
  | 'exportPerson'
  | 'erase'
type AccountAction = Exclude<UserAction, SheetAction>
export type PersonAction = AccountAction | 'removeFromMerchant'

type Named = Pick<UserRow, 'displayName' | 'email' | 'emailIsPlaceholder' | 'erasedAt'>

export function nameOf(user: Named): string {
  if (user.erasedAt !== null) return 'Erased person'
  return user.displayName || (user.emailIsPlaceholder ? 'No name' : readableEmail(user.email))
}

/** Statuses in which an action is offered (screens, "/users"); others are always offered. */
const offeredIn: Partial<Record<AccountAction, readonly UserStatus[]>> = {
  resendInvitation: ['pending'],
  correctEmail: ['pending'],
  cancelInvitation: ['pending'],
  approve: ['pending_approval'],
  reject: ['pending_approval'],
  reactivate: ['suspended'],
  updateRole: ['active', 'suspended'],
  sendPasswordReset: ['active'],
  suspend: ['active'],
}

const decide =
  (action: AccountAction) =>
  (person: Person, actor: CommandContext): May => {
    if (offeredIn[action]?.includes(person.status) === false) return null
    const verdict = decideUserAction(action, actor, person)
    if (verdict.ok) return true
    const owned = person.ownedMerchants?.map(({ name }) => name)
    return { disabledReason: userActionText(action, verdict.reason, owned), onlyButton: verdict.reason === 'ROLE' }
  }

/**
 * From the chosen merchant. Only the server knows whether there is another owner, and refuses to remove the last one.
 */
function decideRemovalHere(person: Person, { merchantId, ...actor }: CommandContext): May {
  if (merchantId === undefined || person.merchants.every(({ id }) => id !== merchantId)) return null
  const isOnlyMerchant = person.merchants.length === 1 && !person.worksElsewhere
  const isOwnerOnRecord =
    person.ownedMerchants?.some(({ id }) => id === merchantId) ?? (person.ownsMerchant && isOnlyMerchant)
  const verdict = decideRemoval({ actor, target: person, isOwnerOnRecord, isLastOwner: false, isOnlyMerchant })
  if (verdict.ok) return true
  return { disabledReason: userActionText('removeFromMerchant', verdict.reason), onlyButton: verdict.reason === 'ROLE' }
}

/** First what is done most. */
export const userCommands = defineCommands<Person, CommandContext>()('user', nameOf, {
  resendInvitation: {
    label: 'Resend invitation',
    short: 'Resend',
    icon: IconMailForward,
    keys: 'r',
    may: decide('resendInvitation'),
  },
  correctEmail: {
    label: 'Correct email',
    icon: IconPencil,
    opensDialog: true,
    keywords: 'address',
    may: decide('correctEmail'),
  },
  cancelInvitation: { label: 'Cancel invitation', icon: IconMail, opensDialog: true, may: decide('cancelInvitation') },
  approve: { label: 'Approve', icon: IconCheck, opensDialog: true, may: decide('approve') },
  reject: { label: 'Reject', icon: IconCircleX, opensDialog: true, may: decide('reject') },
  reactivate: { label: 'Reactivate', icon: IconUserCheck, keywords: 'unsuspend', may: decide('reactivate') },
  updateRole: {
    label: 'Change role',
    icon: IconShieldCog,
    opensDialog: true,
    keywords: 'permissions',
    may: decide('updateRole'),
  },
  sendPasswordReset: {
    label: 'Send password reset',
    short: 'Password reset',
    icon: IconKey,
    opensDialog: true,
    keywords: 'forgot',
    may: decide('sendPasswordReset'),
  },
  suspend: { label: 'Suspend', icon: IconBan, opensDialog: true, keywords: 'block', may: decide('suspend') },
  removeFromMerchant: {
    label: 'Remove from this merchant',
    icon: IconUserMinus,
    opensDialog: true,
    may: decideRemovalHere,
  },
  delete: { label: 'Delete', icon: IconTrash, opensDialog: true, danger: true, may: decide('delete') },
} satisfies Record<PersonAction, object>)
