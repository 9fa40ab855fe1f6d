import { listNeededHashConfigs } from '@quaff/features/accounts/server'
import type { Services } from '@quaff/platform/server/context'
import { SettingsError, type ServerSettings } from '../environment'

/** Before anything is answered: without the settings people whose password came over would be told that it is wrong. */
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
