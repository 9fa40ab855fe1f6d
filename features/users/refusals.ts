import type { Refusals } from '@quaff/platform/shared/refusal'

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
