export const linkPurposes = ['sign_in', 'invitation', 'password_reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const secondStepPurposes = ['second_step_password', 'second_step_link', 'second_step_single_sign_on'] as const
export type SecondStepPurpose = (typeof secondStepPurposes)[number]

/** Six digits emailed to the address of an account. */
const codePurposes = ['activation', 'reauthentication'] as const
type CodePurpose = (typeof codePurposes)[number]

/** Prove an address without an account, each for one form: `mailbox:waitlist` is the code, `proof:waitlist` its reward. */
type MailboxCodePurpose = `mailbox:${string}`
type MailboxProofPurpose = `proof:${string}`

export type SecretPurpose =
  | LinkPurpose
  | SecondStepPurpose
  | CodePurpose
  | 'email_change'
  | 'passkey_challenge'
  | 'single_sign_on_state'
  | MailboxCodePurpose
  | MailboxProofPurpose
