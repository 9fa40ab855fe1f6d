import type { Refusals } from '@quaff/platform/shared/refusal'
import { passkeyLimits } from './contract'

/** Not known here, somebody else's, or not signed as it must be: one answer for all. */
const wrongPasskey = 'This passkey does not open an account here. Sign in another way.'
const copied = 'This passkey was stopped, since it seems to have been copied. Sign in another way, and remove it.'

export const passkeyRefusals = {
  WRONG_PASSKEY: { code: 'UNAUTHORIZED', text: wrongPasskey },
  WRONG_OWN_PASSKEY: { code: 'BAD_REQUEST', text: 'This is no passkey of your account. Confirm in another way.' },
  PASSKEY_COPIED: { code: 'FORBIDDEN', text: copied },
  PASSKEY_TOO_LATE: { code: 'BAD_REQUEST', text: 'This took too long. Try again.' },
  /** Also for one that is another account's: nobody learns that from here. */
  PASSKEY_NOT_ADDED: {
    code: 'BAD_REQUEST',
    text: 'This passkey could not be added. Try again, or use another device.',
  },
  TOO_MANY_PASSKEYS: {
    code: 'CONFLICT',
    text: `You have ${passkeyLimits.perAccount} passkeys, which is the most. Remove one first.`,
  },
  NO_PASSKEY: { code: 'NOT_FOUND', text: 'This passkey was removed already or is not yours.' },
  PASSKEYS_OFF: { code: 'BAD_REQUEST', text: 'Passkeys work at an address with https, and at http://localhost.' },
} as const satisfies Refusals
