import { keyScope } from '@quaff/features/sessions/server'
import type { KeyActor } from '@quaff/platform/server/actor'
import type { Services } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { readLimits, type Resource } from '../contract'
import { readRefusals } from '../refusals'
import { closeCursor, openCursor } from './read-cursor'
import type { Question } from './read-question'
import { findRow, readPage, type Row } from './read-store'

export type ReadList = { rows: Row[]; nextCursor: string | null }

export async function readList(
  services: Services,
  key: KeyActor,
  resource: Resource,
  { limit = readLimits.defaultRows, cursor, ...filter }: Question,
): Promise<ReadList> {
  const { merchantId = '', status = '', since } = filter
  const name = ['v1', resource, merchantId, status, since?.toISOString() ?? ''].join(' ')
  const position = cursor === undefined ? undefined : openCursor(services.secrets, name, cursor)
  const { rows, next } = await readPage(services, keyScope(key), { resource, name }, { ...filter, limit, position })
  return { rows, nextCursor: next === null ? null : closeCursor(services.secrets, name, next) }
}

/** A foreign id gets the answer of a missing one. */
export async function readRecord(
  services: Services,
  key: KeyActor,
  resource: Resource,
  asked: Pick<Question, 'redeemedAt'> & { id: string },
): Promise<Row> {
  const row = isId(asked.id) && (await findRow(services, keyScope(key), resource, asked))
  if (!row) throw refuse(readRefusals, 'READ_NONE')
  return row
}

/** What can be one: nothing else of an address reaches the database. */
const isId = (text: string) => /^[\w:-]{1,140}$/.test(text)
