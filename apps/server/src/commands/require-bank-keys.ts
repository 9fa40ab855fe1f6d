import { findSigningKeyErrors } from '@quaff/features/api-keys/server'
import { findKeyErrors } from '@quaff/features/banking/server'
import { findSecondFactorKeyErrors } from '@quaff/features/sign-in/server'
import { findWebhookKeyErrors } from '@quaff/features/webhooks/server'
import type { SealError, Services } from '@quaff/platform/server'
import { SettingsError } from '../environment'

const sentences = {
  UNKNOWN: (keyId) => `  key ${keyId || '(unnamed)'} is missing`,
  DOES_NOT_OPEN: (keyId) => `  key ${keyId} has a different value than the one used to encrypt`,
} satisfies Record<SealError['error'], (keyId: string) => string>

/**
 * Checked before the server answers: without the keys it would overwrite what it cannot read, and users with an
 * authenticator app could not sign in.
 */
export async function requireBankKeys(services: Pick<Services, 'db' | 'fieldCipher'>) {
  refuseErrors('Bank account numbers', await findKeyErrors(services))
  refuseErrors('Authenticator secrets', await findSecondFactorKeyErrors(services))
  refuseErrors('API key signing secrets', await findSigningKeyErrors(services))
  refuseErrors('Webhook secrets', await findWebhookKeyErrors(services))
}

function refuseErrors(what: string, errors: readonly SealError[]) {
  if (errors.length === 0) return
  throw new SettingsError(
    [
      `${what} can’t be decrypted with the current keys (FIELD_KEYS, or secrets.json in DATA_DIR):`,
      ...errors.map(({ keyId, error }) => sentences[error](keyId)),
      'Add the missing keys after the current one. To retire an old key, run `rotate-bank-keys`.',
    ].join('\n'),
  )
}
