import { sql } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server'
import { isOnLoopback, SettingsError, type ServerSettings } from '../environment'

/** Returns the addresses of active demo accounts that still have their published password. */
export async function findOpenDemoAccounts({ db, passwords }: Pick<Services, 'db' | 'passwords'>): Promise<string[]> {
  const { demoAccounts, setupAccount } = await import('@quaff/database/demo/accounts')
  const published = new Map<string, string>(
    [...demoAccounts, setupAccount].map(({ email, password }) => [email, password]),
  )
  const { rows } = await db.execute<{ email: string; hash: string | null }>(sql`
    select email, password_hash as hash from users
    where email = any(${sql.param([...published.keys()])}::text[]) and status = 'active' order by email`)
  const open: string[] = []
  for (const { email, hash } of rows) if (await passwords.verify(published.get(email) ?? '', hash)) open.push(email)
  return open
}

/** On loopback only users of this machine can sign in with them. */
export async function refuseDemoAccounts(services: Services, { baseUrl }: ServerSettings) {
  if (isOnLoopback(baseUrl)) return
  const open = await findOpenDemoAccounts(services)
  if (open.length > 0) throw new SettingsError(`${demoAccountsText(open, baseUrl)} ${demoAccountsAdvice}`)
}

export const demoAccountsText = (emails: readonly string[], baseUrl: string) =>
  `Anyone can sign in at ${baseUrl} with a published demo password: ${emails.join(', ')}.`
export const demoAccountsAdvice =
  'Suspend these accounts or change their passwords on localhost, or start with an empty database.'
