import { parse } from 'csv-parse'
import { FormatError } from './errors.js'
import { readItems } from './json-documents.js'
import { isRawMap, type RawMap, type RawValue } from './json-reader.js'
import { plainFields } from './json-values.js'
import type { Chunks, Read } from './reading.js'

/** Accounts are returned as documents of this collection. Firestore reserves names like it. */
const accountCollection = '__auth__'

/** Reads `{"users":[{"localId":…}]}`, which `firebase auth:export` and the emulator write. */
export async function* readAccountList(chunks: Chunks): AsyncGenerator<Read> {
  for await (const { item, record } of readItems(chunks, 'users')) yield accountRead(item, { record })
}

/** Columns of the CSV of `firebase auth:export`, which has no header. Copies for each provider are left out. */
const columns = new Map([
  [0, 'localId'],
  [1, 'email'],
  [2, 'emailVerified'],
  [3, 'passwordHash'],
  [4, 'salt'],
  [5, 'displayName'],
  [6, 'photoUrl'],
  [23, 'createdAt'],
  [24, 'lastSignedInAt'],
  [25, 'phoneNumber'],
  [26, 'disabled'],
  [27, 'customAttributes'],
])
const truths = new Set(['emailVerified', 'disabled'])

/**
 * Reads the CSV of `firebase auth:export`.
 *
 * @throws FormatError at a broken line, because the lines behind it could have their values in the wrong columns.
 */
export async function* readAccountTable(chunks: Chunks): AsyncGenerator<Read> {
  const rows: string[][] = []
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    // The tool doesn't quote a name that contains quotes.
    relax_quotes: true,
    max_record_size: 1_048_576,
    on_record: (row: string[]) => void rows.push(row),
  })
  // The callbacks of `write` and `end` receive the errors.
  parser.on('error', () => undefined)
  let line = 0
  const found = () => rows.splice(0).map((row) => accountRead(namedColumns(row), { line: ++line }))
  for await (const chunk of chunks) {
    const fault = await new Promise<Error | null | undefined>((done) => void parser.write(chunk, done))
    yield* found()
    if (fault) throw new FormatError('damaged', null)
  }
  const fault = await new Promise<Error | null | undefined>((done) => void parser.end(done))
  yield* found()
  if (fault) throw new FormatError('damaged', null)
}

function namedColumns(row: readonly string[]): RawMap {
  const entries = [...columns].flatMap(([index, name]): [string, RawValue][] => {
    const text = row[index] ?? ''
    if (text === '') return []
    return [[name, truths.has(name) ? text === 'true' : text]]
  })
  return Object.fromEntries(entries)
}

function accountRead(raw: RawValue, place: Read['place']): Read {
  const id = isRawMap(raw) ? raw['localId'] : undefined
  if (!isRawMap(raw) || typeof id !== 'string' || id === '') return { fault: 'not_a_document', path: null, place }
  return { document: { path: `${accountCollection}/${id}`, data: plainFields(raw, true) }, place }
}

/** Settings of the provider's scrypt. `signerKey` is a secret. */
export type HashParameters = { signerKey: Buffer; saltSeparator: Buffer; rounds: number; memoryCost: number }

/** Reads `hash_config { … }` as the provider shows it, or the same as JSON. Returns null if a part is missing or out of bounds. */
export function readHashParameters(text: string): HashParameters | null {
  const valueOf = (name: string) => new RegExp(`["']?${name}["']?\\s*[:=]\\s*["']?([\\w+/=.-]+)`).exec(text)?.[1]
  const [key, separator] = [valueOf('base64_signer_key'), valueOf('base64_salt_separator')]
  const [rounds, memoryCost] = [Number(valueOf('rounds')), Number(valueOf('mem_cost'))]
  const algorithm = valueOf('algorithm') ?? 'SCRYPT'
  if (!key || !separator || algorithm !== 'SCRYPT') return null
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 8) return null
  if (!Number.isInteger(memoryCost) || memoryCost < 1 || memoryCost > 14) return null
  const signerKey = Buffer.from(key, 'base64')
  return signerKey.length === 0
    ? null
    : { signerKey, saltSeparator: Buffer.from(separator, 'base64'), rounds, memoryCost }
}
