import type { Refusals } from '@quaff/platform/shared/refusal'
import { passkeyLimits } from './contract'

/** Unknown, of another account, or badly signed: one message for all. */
const wrongPasskey = 'No account uses this passkey. Sign in another way.'
const copied = 'This passkey is blocked because it may have been copied. Sign in another way and remove it.'

export const passkeyRefusals = {
  WRONG_PASSKEY: { code: 'UNAUTHORIZED', text: wrongPasskey },
  WRONG_OWN_PASSKEY: { code: 'BAD_REQUEST', text: 'This passkey isn’t yours. Confirm another way.' },
  PASSKEY_COPIED: { code: 'FORBIDDEN', text: copied },
  PASSKEY_TOO_LATE: { code: 'BAD_REQUEST', text: 'This took too long. Try again.' },
  /** Also for a passkey of another account, which must not be revealed. */
  PASSKEY_NOT_ADDED: { code: 'BAD_REQUEST', text: 'Couldn’t add this passkey. Try again, or use another device.' },
  TOO_MANY_PASSKEYS: {
    code: 'CONFLICT',
    text: `You have ${passkeyLimits.perAccount} passkeys, the maximum. Remove one first.`,
  },
  NO_PASSKEY: { code: 'NOT_FOUND', text: 'Passkey not found, or you don’t have access.' },
  PASSKEYS_OFF: { code: 'BAD_REQUEST', text: 'Passkeys need HTTPS or http://localhost.' },
} as const satisfies Refusals
