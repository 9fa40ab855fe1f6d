import { hostname, userInfo } from 'node:os'
import { migrate } from '@quaff/database/migrate'
import { createFirstAdministrator } from '@quaff/features/users/server'
import { SettingsError, type ServerSettings } from '../environment'
import { createJobRunner } from '../jobs'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

/** `admin create <email>`: prints the link with which the first administrator signs in. */
export async function createAdministrator(
  settings: ServerSettings,
  [verb, email, ...rest]: readonly string[],
): Promise<void> {
  if (verb !== 'create' || email === undefined || rest.length > 0)
    throw new SettingsError('Usage: npm run admin -- create you@example.com')
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    const link = await createFirstAdministrator(opened.services, email, `${userInfo().username}@${hostname()}`)
    // A running server sends the email from PostgreSQL; the embedded database has only this process.
    if (settings.database.kind === 'embedded') await createJobRunner(opened.services, opened.mailer).runDue()
    process.stdout.write(`${link}\n`)
  } finally {
    await opened.close()
  }
}
