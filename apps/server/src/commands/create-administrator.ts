import { hostname, userInfo } from 'node:os'
import { migrate } from '@quaff/database/migrate'
import { createFirstAdministrator } from '@quaff/features/users/server'
import { SettingsError, type ServerSettings } from '../environment'
import { createJobRunner } from '../jobs'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

/** `admin create <email>`: prints the link with which an administrator signs in for the first time. */
export async function createAdministrator(settings: ServerSettings, [verb, email, ...rest]: readonly string[]) {
  if (verb !== 'create' || email === undefined || rest.length > 0)
    throw new SettingsError('Usage: npm run admin -- create you@example.com')
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    const created = await createFirstAdministrator(opened.services, email, `${userInfo().username}@${hostname()}`)
    // A running server sends the email from PostgreSQL; the embedded database has only this process.
    if (settings.database.kind === 'embedded') await createJobRunner(opened.services, opened.mailer).runDue()
    process.stdout.write(describeLink(email, created))
  } finally {
    await opened.close()
  }
}

type Created = Awaited<ReturnType<typeof createFirstAdministrator>>

function describeLink(email: string, { url, validUntil, administrators }: Created) {
  const until = validUntil.toISOString().slice(0, 16).replace('T', ' ')
  const others = administrators.slice(0, 3).join(', ')
  const more = administrators.length > 3 ? ` and ${administrators.length - 3} more` : ''
  return [
    `Sign-in link for ${email} as administrator:`,
    `  ${url}`,
    `It works once, until ${until} UTC (72 hours). Run this command again for a new link; this one then stops working.`,
    others === ''
      ? 'No administrator can sign in yet.'
      : `Already administrators: ${others}${more}. They can also invite people under Users.`,
    '',
  ].join('\n')
}
