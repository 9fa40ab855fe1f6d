import { findSigningKeyFaults } from '@quaff/features/api-keys/server'
import { findKeyFaults, type KeyFault } from '@quaff/features/banking/server'
import { findSecondFactorKeyFaults } from '@quaff/features/sign-in/server'
import { findWebhookKeyFaults } from '@quaff/features/webhooks/server'
import type { Services } from '@quaff/platform/server/context'
import { SettingsError } from '../environment'

const sentences = {
  UNKNOWN: (keyId) => `  key ${keyId || '(unnamed)'} is missing`,
  DOES_NOT_OPEN: (keyId) => `  key ${keyId} has a different value than the one used to encrypt`,
} satisfies Record<KeyFault['fault'], (keyId: string) => string>

/**
 * Checked before the server answers: without the keys it would overwrite what it cannot read, and users with an
 * authenticator app could not sign in.
 */
export async function requireBankKeys(services: Pick<Services, 'db' | 'fieldCipher'>): Promise<void> {
  refuseFaults('Bank account numbers', await findKeyFaults(services))
  refuseFaults('Authenticator secrets', await findSecondFactorKeyFaults(services))
  refuseFaults('API key signing secrets', await findSigningKeyFaults(services))
  refuseFaults('Webhook secrets', await findWebhookKeyFaults(services))
}

function refuseFaults(what: string, faults: readonly KeyFault[]): void {
  if (faults.length === 0) return
  throw new SettingsError(
    [
      `${what} can’t be decrypted with the current keys (FIELD_KEYS, or secrets.json in DATA_DIR):`,
      ...faults.map(({ keyId, fault }) => sentences[fault](keyId)),
      'Add the missing keys after the current one. To retire an old key, run `rotate-bank-keys`.',
    ].join('\n'),
  )
}
