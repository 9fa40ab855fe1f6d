import { parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readItems } from '../json/list-documents'
import { plainFields } from '../json/plain-values'
import { isRawMap, type RawMap, type RawValue } from '../json/raw-value'
import type { Chunks, Read } from '../reading'

/** Accounts are read as documents of a collection whose name the source itself reserves. */
export const accountCollection = '__auth__'

/** `{"users":[{"localId":…}]}`, as the provider's command-line tool and its emulator write it. */
export async function* readAccountList(chunks: Chunks): AsyncGenerator<Read> {
  for await (const { item, record } of readItems(chunks, 'users')) yield accountRead(item, { record })
}

/** Columns of the same tool's CSV, which has no header. Those that hold a second copy for each provider are left out. */
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

/** A line that is broken ends the reading: what would follow could stand in the wrong columns. */
export async function* readAccountTable(chunks: Chunks): AsyncGenerator<Read> {
  const rows = parse({ bom: true, skip_empty_lines: true, max_record_size: 1_048_576 })
  const feeding = pipeline(Readable.from(chunks), rows)
  let line = 0
  for await (const row of rows as AsyncIterable<string[]>) {
    line += 1
    yield accountRead(namedColumns(row), { line })
  }
  await feeding
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
  return { document: { path: `${accountCollection}/${id}`, data: plainFields(raw) }, place }
}
