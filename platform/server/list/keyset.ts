import { sql, type SQL, type AnyColumn } from 'drizzle-orm'
import { hasMore, type Page, type SortOrder } from '@quaff/platform/shared/pagination'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'

/** Sort expression of a list. It must not be null, because row comparisons have no place for nulls. */
export type SortKey = {
  kind: 'text' | 'integer' | 'instant'
  expression: SQL
  /** Its index holds it descending, nulls last: the order must say so too, or the database sorts all rows for each page. */
  indexed?: 'descending'
}
type SortValue = string | number
type Position = { value: SortValue; id: string }

export type Keyset = {
  /** Rows after the cursor; undefined on the first page. */
  after: SQL | undefined
  orderBy: SQL[]
  /** Select this as `sortValue`: it goes into the next cursor. */
  sortValue: SQL<SortValue>
}

export type KeysetRequest = { name: string; key: SortKey; id: SQL; order: SortOrder; cursor: string | null | undefined }

/** Pages by value and id instead of by offset: rows that come and go between two pages shift nothing. */
export function keyset({ name, key, id, order, cursor }: KeysetRequest): Keyset {
  const position = cursor ? decodeCursor(cursor, `${name}:${order}`, key.kind) : null
  const compare = order === 'asc' ? sql`>` : sql`<`
  return {
    after: position
      ? sql`(${key.expression}, ${id}) ${compare} (${parameter(key.kind, position.value)}, ${position.id})`
      : undefined,
    orderBy: [sql`${key.expression} ${directionOf(key, order)}`, sql`${id} ${directionOf(key, order)}`],
    sortValue:
      key.kind === 'instant'
        ? sql<number>`(extract(epoch from ${key.expression}) * 1000)::bigint`
        : sql<SortValue>`${key.expression}`,
  }
}

const plain = { asc: sql`asc`, desc: sql`desc` } as const satisfies Record<SortOrder, SQL>
const ofDescendingIndex = { asc: sql`asc nulls first`, desc: sql`desc nulls last` } as const

function directionOf({ indexed }: SortKey, order: SortOrder) {
  return indexed ? ofDescendingIndex[order] : plain[order]
}

export type KeysetRow = { id: string; sortValue: SortValue }

/** A list and its direction: both go into its cursors. */
export type PageOrder = { name: string; order: SortOrder }
type PageRequest = PageOrder & { limit: number }

/** Null when the page is not full: then it was the last one. */
export function nextCursor(rows: readonly KeysetRow[], { name, order, limit }: PageRequest): string | null {
  const last = rows.at(-1)
  if (!last || !hasMore(rows.length, limit)) return null
  return encodeCursor(`${name}:${order}`, { value: last.sortValue, id: last.id })
}

/** `present` makes the answer's row; the cursor is made from the last row read. */
export function toPage<R extends KeysetRow, T>(
  rows: readonly R[],
  request: PageRequest & { total: number | null },
  present: (row: R) => T,
): Page<T> {
  return {
    rows: rows.map(present),
    hasMore: hasMore(rows.length, request.limit),
    nextCursor: nextCursor(rows, request),
    total: request.total,
  }
}

function encodeCursor(list: string, { value, id }: Position) {
  return Buffer.from(JSON.stringify([list, value, id])).toString('base64url')
}

function decodeCursor(cursor: string, list: string, kind: SortKey['kind']): Position {
  const [itsList, value, id] = parseCursor(cursor)
  if (itsList !== list || typeof id !== 'string' || id.includes('\0') || !fits(value, kind)) throw staleCursor()
  return { value, id }
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** A cursor comes back from outside: what the database could not read must not reach it. */
function fits(value: unknown, kind: SortKey['kind']): value is SortValue {
  if (kind === 'text') return typeof value === 'string' && !value.includes('\0')
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return false
  return kind === 'integer' || clampInstant(new Date(value)).getTime() === value
}

function parameter(kind: SortKey['kind'], value: SortValue) {
  if (kind === 'text') return sql`${value}::text`
  if (kind === 'integer') return sql`${value}::bigint`
  return sql`${new Date(value).toISOString()}::timestamptz`
}

const staleCursor = () => refuse(platformRefusals, 'CURSOR')

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(9999, 11, 31)

/** Dates of filters may be anything a Date holds; the database's range is smaller. */
export function clampInstant(at: Date): Date {
  const time = at.getTime()
  if (Number.isNaN(time)) return new Date(latest)
  return new Date(Math.min(latest, Math.max(earliest, time)))
}

/**
 * Descending as the indexes made with `.desc()` are sorted, which put nulls last. A bare `desc` puts them first: no such
 * index serves it, and the newest page of a merchant then sorts everything the merchant has.
 */
export function newestFirst(column: AnyColumn): SQL {
  return sql`${column} desc nulls last`
}
