import { migrate } from '@quaff/database/migrate'
import { rotateSigningKeys } from '@quaff/features/api-keys/server'
import { rotateBankKeys } from '@quaff/features/banking/server'
import { rotateSecondFactorKeys } from '@quaff/features/sign-in/server'
import { rotateWebhookKeys } from '@quaff/features/webhooks/server'
import { SettingsError, type ServerSettings } from '../environment'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

/** `rotate-bank-keys`: encrypts all account numbers, authenticator and signing secrets with the first key, in steps that may be interrupted and repeated. */
export async function rotateKeys(settings: ServerSettings, args: readonly string[]) {
  if (args.length > 0) throw new SettingsError('Usage: npm run rotate-bank-keys')
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    const { currentKeyId, rotated, unreadable } = await rotateBankKeys(opened.services, (done) => {
      process.stdout.write(`${done} account numbers encrypted again\n`)
    })
    process.stdout.write(`✓ account numbers  ${rotated} moved to key ${currentKeyId}\n`)
    const secrets = await rotateSecondFactorKeys(opened.services)
    process.stdout.write(`✓ authenticator secrets  ${secrets.rotated} moved to key ${currentKeyId}\n`)
    const signing = await rotateSigningKeys(opened.services)
    process.stdout.write(`✓ signing secrets  ${signing.rotated} moved to key ${currentKeyId}\n`)
    const webhooks = await rotateWebhookKeys(opened.services)
    process.stdout.write(`✓ webhook secrets  ${webhooks.rotated} moved to key ${currentKeyId}\n`)
    if (unreadable.length > 0) throw new SettingsError(describeUnreadable('account numbers', 'Merchants', unreadable))
    if (secrets.unreadable.length > 0)
      throw new SettingsError(describeUnreadable('authenticator secrets', 'Users', secrets.unreadable))
    if (signing.unreadable.length > 0)
      throw new SettingsError(describeUnreadable('signing secrets', 'Keys', signing.unreadable))
    if (webhooks.unreadable.length > 0)
      throw new SettingsError(describeUnreadable('webhook secrets', 'Secrets', webhooks.unreadable))
    process.stdout.write('All data uses the new key. Remove the old keys once every server runs with the new one.\n')
  } finally {
    await opened.close()
  }
}

function describeUnreadable(what: string, whose: string, ids: readonly string[]) {
  return [
    `Couldn’t decrypt ${ids.length} ${what}. They’re unchanged. Keep the old keys.`,
    `${whose}:`,
    ...ids.map((id) => `  ${id}`),
  ].join('\n')
}
