import { readFile, writeFile } from 'node:fs/promises'
import { readHashConfig, type HashConfig } from '@quaff/platform/server/passwords/hash-config'
import { SettingsError } from '../environment'

/** Settings of the passwords that came over from an old system; null where there are none. */
export async function loadHashConfig(path: string): Promise<HashConfig | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const config = readHashConfig(text)
  if (!config) throw new SettingsError(`${path} holds no settings of password hashes (hash_config { … })`)
  return config
}

/** Readable by nobody but the user of this process: with it and a copy of the database passwords could be guessed. */
export async function writeHashConfig(path: string, config: HashConfig): Promise<void> {
  const { signerKey, saltSeparator, rounds, memoryCost } = config
  const settings = {
    algorithm: 'SCRYPT',
    base64_signer_key: signerKey.toString('base64'),
    base64_salt_separator: saltSeparator.toString('base64'),
    rounds,
    mem_cost: memoryCost,
  }
  await writeFile(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}
