import { readFile, writeFile } from 'node:fs/promises'
import { listNeededHashConfigs } from '@quaff/features/accounts/server'
import { readHashParameters } from '@quaff/firestore-export/source'
import { type HashConfig, hashConfigText, type Services } from '@quaff/platform/server'
import type { KeptConfig } from '@quaff/platform/server/adapters/scrypt-passwords'
import { SettingsError, type ServerSettings } from '../environment'

/** Returns the parameters of imported password hashes; null if there are none. */
export async function loadHashConfig(path: string): Promise<HashConfig | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const config = readHashParameters(text)
  if (!config) throw new SettingsError(`${path} has no hash settings (hash_config { … })`)
  return config
}

/** Half a file, of a process that is writing it, is none yet. */
export function hashConfigIn(path: string): KeptConfig {
  return { find: () => loadHashConfig(path).catch(() => null), keep: (config) => writeHashConfig(path, config) }
}

/** Readable only by this process's user: with it and a copy of the database, passwords could be guessed. */
export async function writeHashConfig(path: string, config: HashConfig) {
  await writeFile(path, `${hashConfigText(config)}\n`, { mode: 0o600, flag: 'wx' })
}

/** Checked before the server answers: without the parameters, imported passwords would be rejected as wrong. */
export async function requireHashConfig(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  { hashConfigFile }: Pick<ServerSettings, 'hashConfigFile'>,
) {
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
