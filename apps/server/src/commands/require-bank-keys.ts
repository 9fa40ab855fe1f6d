import { findSigningKeyFaults } from '@quaff/features/api-keys/server'
import { findKeyFaults, type KeyFault } from '@quaff/features/banking/server'
import { findSecondFactorKeyFaults } from '@quaff/features/sign-in/server'
import { findWebhookKeyFaults } from '@quaff/features/webhooks/server'
import type { Services } from '@quaff/platform/server/context'
import { SettingsError } from '../environment'

const sentences = {
  UNKNOWN: (keyId) => `  key ${keyId || '(without a name)'} is not among them`,
  DOES_NOT_OPEN: (keyId) => `  key ${keyId} is not the one that they were encrypted with`,
} satisfies Record<KeyFault['fault'], (keyId: string) => string>

/**
 * Before anything is answered: a server without the keys would let people overwrite what it cannot open, and nobody with
 * an authenticator app could sign in.
 */
export async function requireBankKeys(services: Pick<Services, 'db' | 'fieldCipher'>): Promise<void> {
  refuseFaults('Bank account numbers', await findKeyFaults(services))
  refuseFaults('Authenticator secrets', await findSecondFactorKeyFaults(services))
  refuseFaults('Signing secrets of keys', await findSigningKeyFaults(services))
  refuseFaults('Secrets of webhooks', await findWebhookKeyFaults(services))
}

function refuseFaults(what: string, faults: readonly KeyFault[]): void {
  if (faults.length === 0) return
  throw new SettingsError(
    [
      `${what} in the database cannot be opened with the keys given (FIELD_KEYS, or secrets.json in DATA_DIR):`,
      ...faults.map(({ keyId, fault }) => sentences[fault](keyId)),
      'Put the missing keys back behind the current one; `rotate-bank-keys` makes an old key unnecessary.',
    ].join('\n'),
  )
}
