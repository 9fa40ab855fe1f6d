import { platformRefusals, type Refusals } from '@quaff/platform/shared/refusal'
import type { UserAction } from './contract'

export type RefusedAction = UserAction | 'removeFromMerchant'

const stateTexts = {
  updateRole: 'The role can be changed once the person is active. Cancel an open invitation and invite anew instead.',
  suspend: 'Only active people can be suspended.',
  reactivate: 'Only suspended people can be reactivated.',
  delete: 'This person cannot be deleted.',
  approve: 'This registration does not wait for approval any more.',
  reject: 'This registration does not wait for approval any more.',
  resendInvitation: 'Only people who have not accepted their invitation yet can be sent another one.',
  cancelInvitation: 'This person has no open invitation.',
  correctEmail: 'Only the address of somebody who has not accepted the invitation yet can be corrected.',
  sendPasswordReset: 'Only active people can be sent a password reset.',
  updatePerson: 'This person cannot be changed.',
  removeSecondFactor: 'This person has no authenticator app.',
  removePasskeys: 'This person has no passkeys.',
  unlinkSingleSignOn: 'The account of this person is not linked.',
  exportPerson: 'This person cannot be exported.',
  erase: 'This person cannot be erased.',
  removeFromMerchant: 'This is the only merchant of an open invitation. Cancel the invitation instead.',
} as const satisfies Record<RefusedAction, string>

/** The merchants by their names, where these are known. */
function ownsMerchantText(_action: RefusedAction, names: readonly string[] = []): string {
  if (names.length === 0) return 'This person is the owner of a merchant. Give it to another owner first.'
  const shown = names.slice(0, 3).join(', ')
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `This person is the owner of ${shown}${more}. Give it to another owner, or delete it, first.`
}

const lastAdmin = 'This is the last active administrator. Make somebody else an administrator first.'
const foreign = 'This person also works for merchants that are not yours. Ask an administrator.'
const noConsole = 'Customers come by the app: an invitation would lead to a console that refuses them.'
const erased = 'This person was erased. Nothing is left to change, and nobody can sign in with the account.'

export const userActionRefusals = {
  ROLE: platformRefusals.ROLE,
  SELF: { code: 'CONFLICT', text: 'You cannot do this to your own account. Ask another administrator.' },
  STATE: { code: 'CONFLICT', text: (action: RefusedAction) => stateTexts[action] },
  LAST_ADMIN: { code: 'CONFLICT', text: lastAdmin },
  OWNS_MERCHANT: { code: 'CONFLICT', text: ownsMerchantText },
  FOREIGN: { code: 'FORBIDDEN', text: foreign },
  NO_ADDRESS: { code: 'CONFLICT', text: 'This person has no email address.' },
  NO_CONSOLE: { code: 'CONFLICT', text: noConsole },
  LAST_OWNER: { code: 'CONFLICT', text: 'This is the last owner of the merchant. Invite another owner first.' },
  ERASED: { code: 'CONFLICT', text: erased },
} as const satisfies Refusals

const undoOver = 'This removal can’t be undone any more. Invite the person again.'
const undoChanged = 'This account has changed since it was removed. Invite the person again.'

export const restoreRefusals = {
  UNDO_OVER: { code: 'CONFLICT', text: undoOver },
  UNDO_CHANGED: { code: 'CONFLICT', text: undoChanged },
} as const satisfies Refusals
