import { isolated } from '@quaff/platform/shared/readable-text'
import { platformRefusals, type Refusals } from '@quaff/platform/shared/refusal'
import { accessLimits, type UserAction } from './access-contract'

const sentence = (text: string) => text
const sameAddress = 'This is already the email. Resend the invitation instead.'
const newVenue = 'A new venue is for a merchant owner without other merchants, invited by an administrator.'
const inSetup = 'This merchant is still being set up. Transfer it after it requests approval.'
const confirmText = (to: 'delete the account' | 'erase them') => `Type this user’s email to ${to}.`

export const userRefusals = {
  USER: { code: 'NOT_FOUND', text: 'User not found, or you don’t have access.' },
  EMAIL: { code: 'BAD_REQUEST', text: 'Invalid email address', field: 'email' },
  SAME_ADDRESS: { code: 'CONFLICT', text: sameAddress, field: 'email' },
  EMAIL_TAKEN: { code: 'CONFLICT', text: sentence, field: 'email' },
  ACCOUNT_EXISTS: { code: 'CONFLICT', text: sentence },
  INVITE_ROLE: { code: 'FORBIDDEN', text: 'Your role can’t invite users with this role.', field: 'role' },
  NO_MERCHANT: { code: 'BAD_REQUEST', text: 'Choose at least one merchant for this role.', field: 'merchantIds' },
  NEW_VENUE: { code: 'BAD_REQUEST', text: newVenue },
  CONFIRM_EMAIL: { code: 'BAD_REQUEST', text: confirmText, field: 'confirmEmail' },
} as const satisfies Refusals

export const transferRefusals = {
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived. Restore it first.' },
  IN_SETUP: { code: 'CONFLICT', text: inSetup },
  NOT_AN_OWNER: { code: 'CONFLICT', text: 'Choose an active merchant owner.' },
  OWNER_ALREADY: { code: 'CONFLICT', text: 'This user is already the owner.' },
} as const satisfies Refusals

export type RefusedAction = UserAction | 'removeFromMerchant'

const stateMessages = {
  updateRole: 'You can change the role once they’re active. Cancel the invitation and invite them again.',
  suspend: 'You can only suspend active users.',
  reactivate: 'You can only reactivate suspended users.',
  delete: 'You can’t delete this user.',
  approve: 'This registration was already reviewed.',
  reject: 'This registration was already reviewed.',
  resendInvitation: 'This user already accepted their invitation.',
  cancelInvitation: 'This user has no open invitation.',
  correctEmail: 'You can only correct the email of an open invitation.',
  sendPasswordReset: 'You can only send a password reset to active users.',
  updatePerson: 'You can’t change this user.',
  removeSecondFactor: 'This user has no authenticator app.',
  removePasskeys: 'This user has no passkeys.',
  unlinkSingleSignOn: 'This user’s account isn’t linked.',
  exportPerson: 'You can’t export this user.',
  erase: 'You can’t erase this user.',
  removeFromMerchant: 'This is the only merchant of an open invitation. Cancel the invitation instead.',
} as const satisfies Record<RefusedAction, string>

/** The merchants by their names, where these are known. */
function ownsMerchantText(_action: RefusedAction, names: readonly string[] = []) {
  if (names.length === 0) return 'This user owns a merchant. Transfer it first.'
  const shown = names.slice(0, 3).map(isolated).join(', ')
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `This user owns ${shown}${more}. Transfer or delete first.`
}

const lastAdmin = 'This is the last active administrator. Add another administrator first.'
const foreign = 'This user also has other merchants. Ask an administrator.'
const noConsole = 'Customers sign up in the app. You can’t invite them here.'
const erased = 'This user was erased. You can’t change the account or sign in with it.'

export const userActionRefusals = {
  ROLE: platformRefusals.ROLE,
  SELF: { code: 'CONFLICT', text: 'You can’t do this to your own account. Ask another administrator.' },
  STATE: { code: 'CONFLICT', text: (action: RefusedAction) => stateMessages[action] },
  LAST_ADMIN: { code: 'CONFLICT', text: lastAdmin },
  OWNS_MERCHANT: { code: 'CONFLICT', text: ownsMerchantText },
  FOREIGN: { code: 'FORBIDDEN', text: foreign },
  NO_ADDRESS: { code: 'CONFLICT', text: 'This user has no email address.' },
  NO_CONSOLE: { code: 'CONFLICT', text: noConsole },
  LAST_OWNER: { code: 'CONFLICT', text: 'This is the last owner of the merchant. Invite another owner first.' },
  ERASED: { code: 'CONFLICT', text: erased },
} as const satisfies Refusals

const undoOver = 'You can no longer undo this removal. Invite them again.'
const undoChanged = 'This account has changed since then. Invite them again.'

export const restoreRefusals = {
  UNDO_OVER: { code: 'CONFLICT', text: undoOver },
  UNDO_CHANGED: { code: 'CONFLICT', text: undoChanged },
} as const satisfies Refusals

const gone = 'Invitation not found, or you don’t have access.'
const closed = 'This invitation is no longer open. Ask for a new one.'
const otherRole =
  'This invitation gives you a different role than you have at your other merchants. Ask an administrator to change your role.'

export const merchantInvitationRefusals = {
  INVITATION: { code: 'NOT_FOUND', text: gone },
  INVITATION_CLOSED: { code: 'CONFLICT', text: closed },
  OTHER_ADDRESS: {
    code: 'FORBIDDEN',
    text: 'This invitation is for another email. Sign in with that email to accept.',
  },
  OTHER_ROLE: { code: 'CONFLICT', text: otherRole },
  SEES_ALL: { code: 'CONFLICT', text: 'Administrators already see every merchant.' },
  TOO_MANY: {
    code: 'CONFLICT',
    text: `You already have ${accessLimits.merchantsPerUser} merchants. Ask an administrator.`,
  },
} as const satisfies Refusals

/** Values of the invite verb: what the list of the team shows already. */
export const invitationProblems = {
  invited: 'This email is already invited. Resend the invitation instead.',
  onTeam: 'This user is already on the team.',
} as const
