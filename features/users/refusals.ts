import type { Refusals } from '@quaff/platform/shared/refusal'

const sentence = (text: string) => text
const sameAddress = 'This is the address already. Resend the invitation instead.'
const newVenue = 'A new venue is for a merchant owner without other merchants, invited by an administrator.'
const inSetup = 'This merchant is still being set up. Transfer it once its approval was requested.'
const confirmText = (to: 'delete the account' | 'erase them') => `Type the email address of this person to ${to}.`

export const userRefusals = {
  USER: { code: 'NOT_FOUND', text: 'This person does not exist or is not yours to see.' },
  EMAIL: { code: 'BAD_REQUEST', text: 'Invalid email address', field: 'email' },
  SAME_ADDRESS: { code: 'CONFLICT', text: sameAddress, field: 'email' },
  EMAIL_TAKEN: { code: 'CONFLICT', text: sentence, field: 'email' },
  ACCOUNT_EXISTS: { code: 'CONFLICT', text: sentence },
  INVITE_ROLE: { code: 'FORBIDDEN', text: 'Your role does not allow inviting people with this role.', field: 'role' },
  NO_MERCHANT: { code: 'BAD_REQUEST', text: 'Choose at least one merchant for this role.', field: 'merchantIds' },
  NEW_VENUE: { code: 'BAD_REQUEST', text: newVenue },
  CONFIRM_EMAIL: { code: 'BAD_REQUEST', text: confirmText, field: 'confirmEmail' },
} as const satisfies Refusals

export const transferRefusals = {
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived. Restore it first.' },
  IN_SETUP: { code: 'CONFLICT', text: inSetup },
  NOT_AN_OWNER: { code: 'CONFLICT', text: 'Choose an active person with the role merchant owner.' },
  OWNER_ALREADY: { code: 'CONFLICT', text: 'This person is the owner already.' },
} as const satisfies Refusals
