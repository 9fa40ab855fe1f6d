import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FieldKey } from '@quaff/platform/server/adapters/aes-field-cipher'
import { readFieldKeys } from './field-keys'
import { stripeSecretsField } from './fields'

const secretsSchema = z.object({
  sessionSecret: z.string().min(32),
  /** Missing in files of before bank details were kept. */
  fieldKeys: z
    .array(z.object({ id: z.string(), key: z.string() }))
    .min(1)
    .optional(),
  /** Put there by hand: signing secrets of the payment provider, as in STRIPE_WEBHOOK_SECRET. */
  stripeWebhookSecret: stripeSecretsField.optional(),
})
type StoredSecrets = { sessionSecret: string; fieldKeys: FieldKey[]; stripeSecrets: readonly string[] | null }

/** Without secrets in the environment: made once, readable by the owner of the data folder only. */
export async function loadSecrets(dataFolder: string): Promise<StoredSecrets> {
  const path = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const fresh = { sessionSecret: randomBytes(48).toString('base64url'), fieldKeys: freshFieldKeys() }
  try {
    await writeFile(path, textOf(fresh), { mode: 0o600, flag: 'wx' })
    return opened(fresh)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const stored = parseSecrets(path, await readFile(path, 'utf8'))
  const complete = { ...stored, fieldKeys: stored.fieldKeys ?? freshFieldKeys() }
  const written = { ...complete, stripeWebhookSecret: complete.stripeWebhookSecret?.join(',') }
  const keys = keysOf(path, complete.fieldKeys)
  if (!stored.fieldKeys) {
    await writeFile(`${path}.new`, textOf(written), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  const stripeSecrets = stored.stripeWebhookSecret ?? null
  return { sessionSecret: complete.sessionSecret, fieldKeys: keys, stripeSecrets }
}

/** What is there already, for who only looks: makes nothing. Null without a file. */
export async function readSecrets(dataFolder: string): Promise<StoredSecrets | null> {
  const path = join(dataFolder, 'secrets.json')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const { sessionSecret, fieldKeys, stripeWebhookSecret } = parseSecrets(path, text)
  return { sessionSecret, fieldKeys: keysOf(path, fieldKeys ?? []), stripeSecrets: stripeWebhookSecret ?? null }
}

function parseSecrets(path: string, text: string): z.infer<typeof secretsSchema> {
  const stored = secretsSchema.safeParse(parseJson(text))
  if (!stored.success) throw unreadable(path, 'cannot be read')
  return stored.data
}

function keysOf(path: string, stored: readonly { id: string; key: string }[]): FieldKey[] {
  if (stored.length === 0) return []
  const keys = readFieldKeys(stored.map(({ id, key }) => `${id}:${key}`).join(','))
  if (!Array.isArray(keys)) throw unreadable(path, `cannot be used, because fieldKeys ${keys.fault}`)
  return keys
}

const freshFieldKeys = () => [{ id: 'local-1', key: randomBytes(32).toString('base64url') }]
const textOf = (secrets: unknown) => `${JSON.stringify(secrets)}\n`

function opened(secrets: { sessionSecret: string; fieldKeys: { id: string; key: string }[] }): StoredSecrets {
  const fieldKeys = secrets.fieldKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }))
  return { sessionSecret: secrets.sessionSecret, fieldKeys, stripeSecrets: null }
}

function unreadable(path: string, why: string): Error {
  return new Error(
    `${path} ${why}. Restore it from a backup; deleting it ends all sessions, voids all mailed links and loses the bank account numbers.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
