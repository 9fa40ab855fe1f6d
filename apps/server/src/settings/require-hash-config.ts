import { listNeededHashConfigs } from '@quaff/features/accounts/server'
import type { Services } from '@quaff/platform/server/context'
import { SettingsError, type ServerSettings } from '../environment'

/** Checked before the server answers: without the parameters, imported passwords would be rejected as wrong. */
export async function requireHashConfig(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  { hashConfigFile }: Pick<ServerSettings, 'hashConfigFile'>,
): Promise<void> {
  const known = await passwords.findBorrowedFrom()
  const missing = (await listNeededHashConfigs(db)).filter((id) => id !== known)
  if (missing.length === 0) return
  throw new SettingsError(
    [
      `Imported passwords need their hash settings, but ${hashConfigFile} doesn’t have them.`,
      'Restore the file, or set FIREBASE_HASH_CONFIG to its path.',
    ].join('\n'),
  )
}
