import type { Refusals } from '@quaff/platform/shared/refusal'
import { keyLimits } from './contract'

export const keyRefusals = {
  KEY: { code: 'NOT_FOUND', text: 'Key not found.' },
  KEY_LIMIT: { code: 'CONFLICT', text: `You can have up to ${keyLimits.working} active keys. Revoke one first.` },
  KEY_ENDED: { code: 'CONFLICT', text: 'This key is no longer active. Create a new one.' },
  KEY_EXPIRY: { code: 'BAD_REQUEST', text: 'Choose a day after today.', field: 'expiresAt' },
  KEY_OVERLAP: { code: 'BAD_REQUEST', text: 'Choose an end within the next 31 days.', field: 'oldUntil' },
  KEY_MERCHANTS: { code: 'BAD_REQUEST', text: 'One of these merchants wasn’t found.', field: 'merchantIds' },
  PEOPLE_SCOPE: { code: 'BAD_REQUEST', text: 'Keys that write users must cover all merchants.', field: 'merchantIds' },
} as const satisfies Refusals

/** Unknown, revoked and expired keys get the same text. */
export const keyEndpointRefusals = {
  KEY_UNKNOWN: { code: 'UNAUTHORIZED', text: 'Invalid API key.' },
  KEY_SCOPE: { code: 'FORBIDDEN', text: (scope: string) => `This key is missing the ${scope} permission.` },
  SIGNATURE_MISSING: {
    code: 'UNAUTHORIZED',
    text: 'Sign the request: Quaff-Signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>.',
  },
  SIGNATURE_LATE: {
    code: 'UNAUTHORIZED',
    text: 'The signature’s time is more than 300 seconds off. Check your clock and sign again.',
  },
  SIGNATURE_WRONG: { code: 'UNAUTHORIZED', text: 'The signature doesn’t match the body.' },
} as const satisfies Refusals
