import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type FieldKey, fieldKeyBytes, fieldKeyIdPattern } from '@quaff/platform/server/adapters/aes-field-cipher'
import { stripeSecretsField } from './fields'

const secretsSchema = z.object({
  sessionSecret: z.string().min(32),
  /** Missing in files from before bank details were stored. */
  fieldKeys: z
    .array(z.object({ id: z.string(), key: z.string() }))
    .min(1)
    .optional(),
  /** Put there by hand: signing secrets of the payment provider, as in STRIPE_WEBHOOK_SECRET. */
  stripeWebhookSecret: stripeSecretsField.optional(),
})
type Stored = z.infer<typeof secretsSchema>
type StoredSecrets = { sessionSecret: string; fieldKeys: readonly FieldKey[]; stripeSecrets: readonly string[] | null }
/** Secrets of the environment, which go before those of the file. Null: not given. */
export type GivenSecrets = Pick<StoredSecrets, 'stripeSecrets'> & {
  [Name in 'sessionSecret' | 'fieldKeys']: StoredSecrets[Name] | null
}

const pathIn = (dataFolder: string) => join(dataFolder, 'secrets.json')

/**
 * Returns the secrets in use: those of the environment, then those of `secrets.json` in `dataFolder`. Creates the file with
 * new secrets, readable by its owner only, if the environment lacks one.
 */
export async function loadSecrets(dataFolder: string, given: GivenSecrets = nothingGiven): Promise<StoredSecrets> {
  const { sessionSecret, fieldKeys } = given
  await makeFolder(dataFolder)
  if (sessionSecret !== null && fieldKeys !== null) {
    const stripeSecrets = given.stripeSecrets ?? (await readStored(pathIn(dataFolder)))?.stripeWebhookSecret ?? null
    return { sessionSecret, fieldKeys, stripeSecrets }
  }
  const kept = await loadFile(pathIn(dataFolder))
  return {
    sessionSecret: sessionSecret ?? kept.sessionSecret,
    fieldKeys: fieldKeys ?? kept.fieldKeys,
    stripeSecrets: given.stripeSecrets ?? kept.stripeSecrets,
  }
}

/** One level at a time: `recursive` never returns in system folders such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}

const nothingGiven: GivenSecrets = { sessionSecret: null, fieldKeys: null, stripeSecrets: null }

async function loadFile(path: string) {
  const stored = (await readStored(path)) ?? (await createFile(path))
  if (stored.fieldKeys) return toSecrets(path, stored)
  const complete = { ...stored, fieldKeys: freshFieldKeys() }
  await writeAtomically(path, complete, rename)
  return toSecrets(path, complete)
}

/** If several processes start together, the first one's file wins. */
async function createFile(path: string) {
  const fresh = { sessionSecret: randomBytes(48).toString('base64url'), fieldKeys: freshFieldKeys() }
  try {
    const isEmpty = (await readText(path)) !== null
    await writeAtomically(path, fresh, isEmpty ? rename : link)
    return (await readStored(path)) ?? fresh
  } catch (error) {
    const others = hasCode(error, 'EEXIST') ? await readStored(path) : null
    if (others) return others
    throw error
  }
}

/** A full disk or a killed process leaves no half of a file under its name. */
async function writeAtomically(path: string, secrets: Stored, put: typeof rename) {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const { stripeWebhookSecret, ...others } = secrets
    const text = textOf({ ...others, stripeWebhookSecret: stripeWebhookSecret?.join(',') })
    await writeFile(temporary, text, { mode: 0o600, flush: true })
    await put(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes the secrets in use as `secrets.json` into `folder`, for a backup that carries its own keys. */
export async function writeSecrets(folder: string, { stripeSecrets, ...secrets }: StoredSecrets) {
  const fieldKeys = secrets.fieldKeys.map(({ id, key }) => ({ id, key: key.toString('base64url') }))
  const stripeWebhookSecret = stripeSecrets?.join(',')
  await writeFile(pathIn(folder), textOf({ ...secrets, fieldKeys, stripeWebhookSecret }), { mode: 0o600 })
}

/** Returns the secrets of the file and changes nothing. Null without a file, or if it is empty. */
export async function readSecrets(dataFolder: string): Promise<StoredSecrets | null> {
  const stored = await readStored(pathIn(dataFolder))
  return stored && toSecrets(pathIn(dataFolder), stored)
}

async function readStored(path: string) {
  const text = (await readText(path))?.trim()
  return text ? parseSecrets(path, text) : null
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

function toSecrets(path: string, { sessionSecret, fieldKeys, stripeWebhookSecret }: Stored): StoredSecrets {
  return { sessionSecret, fieldKeys: keysOf(path, fieldKeys ?? []), stripeSecrets: stripeWebhookSecret ?? null }
}

function parseSecrets(path: string, text: string) {
  const stored = secretsSchema.safeParse(parseJson(text))
  if (!stored.success) throw unreadable(path, 'is unreadable')
  return stored.data
}

function keysOf(path: string, stored: readonly { id: string; key: string }[]) {
  if (stored.length === 0) return []
  const keys = readFieldKeys(stored.map(({ id, key }) => `${id}:${key}`).join(','))
  if (!Array.isArray(keys)) throw unreadable(path, `has invalid fieldKeys: ${keys.error}`)
  return keys
}

const freshFieldKeys = () => [{ id: 'local-1', key: randomBytes(32).toString('base64url') }]
const textOf = (secrets: unknown) => `${JSON.stringify(secrets)}\n`

function unreadable(path: string, why: string) {
  return new Error(
    `${path} ${why}. Restore it from a backup. Deleting it signs everyone out, breaks emailed links and loses bank account numbers.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Both alphabets: `openssl rand -base64 32` writes the ordinary one. */
const keyText = /^[A-Za-z0-9+/_-]+={0,2}$/

const shape = 'must be id:key pairs separated by commas, current first; IDs use letters, digits, - and _'

/** `k2:<key>,k1:<key>`; each key 32 random bytes as base64. No message repeats what may be a key. */
export const fieldKeysField = z
  .string({ error: 'is missing: encryption keys, such as k1:$(openssl rand -base64 32)' })
  .transform((text, issues): FieldKey[] => {
    const read = readFieldKeys(text)
    if (Array.isArray(read)) return read
    issues.addIssue(read.error)
    return z.NEVER
  })

/** The keys; or what is wrong with them, as the rest of a sentence that begins with their name. */
function readFieldKeys(text: string): FieldKey[] | { error: string } {
  const keys: FieldKey[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [id = '', encoded = '', ...rest] = entry.split(':')
    if (!fieldKeyIdPattern.test(id) || !keyText.test(encoded) || rest.length > 0) return { error: shape }
    const key = Buffer.from(encoded, 'base64')
    if (key.length !== fieldKeyBytes)
      return { error: `has a key of ${key.length} bytes under ${id}, not of ${fieldKeyBytes}: openssl rand -base64 32` }
    const same = keys.find((known) => known.id === id || known.key.equals(key))
    if (same?.id === id) return { error: `names ${id} twice` }
    if (same) return { error: `has the same key under ${same.id} and ${id}` }
    keys.push({ id, key })
  }
  return keys
}
