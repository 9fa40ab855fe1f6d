import type { Refusals } from '@quaff/platform/shared/refusal'
import { keyLimits } from './contract'

export const keyRefusals = {
  KEY: { code: 'NOT_FOUND', text: 'This key does not exist.' },
  KEY_LIMIT: { code: 'CONFLICT', text: `There are at most ${keyLimits.working} working keys. Revoke one first.` },
  KEY_ENDED: { code: 'CONFLICT', text: 'This key has ended. Make a new one instead.' },
  KEY_EXPIRY: { code: 'BAD_REQUEST', text: 'Choose a day after today.', field: 'expiresAt' },
  KEY_OVERLAP: { code: 'BAD_REQUEST', text: 'Choose an end within the next 31 days.', field: 'oldUntil' },
  KEY_MERCHANTS: { code: 'BAD_REQUEST', text: 'One of these merchants does not exist.', field: 'merchantIds' },
  PEOPLE_SCOPE: {
    code: 'BAD_REQUEST',
    text: 'People belong to no single merchant: a key that writes people is for all merchants.',
    field: 'merchantIds',
  },
} as const satisfies Refusals

/** To whoever brings a key. An unknown, a revoked and an expired one get the same words. */
export const keyDoorRefusals = {
  KEY_UNKNOWN: { code: 'UNAUTHORIZED', text: 'This key is not valid.' },
  KEY_SCOPE: { code: 'FORBIDDEN', text: (scope: string) => `This key may not do this: it lacks ${scope}.` },
  SIGNATURE_MISSING: {
    code: 'UNAUTHORIZED',
    text: 'Sign the request: Quaff-Signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>.',
  },
  SIGNATURE_LATE: {
    code: 'UNAUTHORIZED',
    text: 'The time of the signature is more than 300 seconds from ours. Sign again, and check the clock.',
  },
  SIGNATURE_WRONG: { code: 'UNAUTHORIZED', text: 'The signature does not fit the body.' },
} as const satisfies Refusals
