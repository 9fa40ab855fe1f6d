import type { Refusals } from '@quaff/platform/shared/refusal'

const otherInvitation =
  'You have another invitation, with a different role. Accept that one first, or ask an administrator.'

/** Said to the holder of the link alone. */
export const invitationRefusals = {
  SIGN_IN_FIRST: { code: 'CONFLICT', text: 'You already have an account. Sign in to accept this invitation.' },
  OTHER_INVITATION: { code: 'CONFLICT', text: otherInvitation },
} as const satisfies Refusals
