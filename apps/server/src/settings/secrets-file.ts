import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const secretsSchema = z.object({ sessionSecret: z.string().min(32) })
type StoredSecrets = z.infer<typeof secretsSchema>

/** Without a secret in the environment: made once, readable by the owner of the data folder only. */
export async function loadSecrets(dataFolder: string): Promise<StoredSecrets> {
  const path = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const fresh: StoredSecrets = { sessionSecret: randomBytes(48).toString('base64url') }
  try {
    await writeFile(path, `${JSON.stringify(fresh)}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const stored = secretsSchema.safeParse(parseJson(await readFile(path, 'utf8')))
  if (stored.success) return stored.data
  throw new Error(
    `${path} cannot be read. Restore it from a backup; deleting it ends all sessions and voids all mailed links.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
