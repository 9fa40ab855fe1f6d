import type { Refusals } from '@quaff/platform/shared/refusal'
import { accessLimits } from './access-contract'

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
