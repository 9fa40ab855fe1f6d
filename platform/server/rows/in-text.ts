import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/**
 * Writes a row limit into the SQL text: `.limit(inText(limit))`. For a limit sent as a value PostgreSQL assumes a
 * tenth of all rows, finds every cached plan too expensive, and plans a named statement on each call.
 */
export function inText(limit: number): Placeholder {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`Not a row limit: ${limit}`)
  // drizzle writes any SQL after `limit`. Its types name numbers and placeholders only.
  return sql.raw(String(limit)) as unknown as Placeholder
}

/** Writes a constant of a condition, such as a status, into the SQL text, so that a plan is kept. */
export function constant(text: string): SQL {
  if (!/^[\w.:+-]*$/.test(text)) throw new RangeError(`Not a constant: ${text}`)
  return sql.raw(`'${text}'`)
}

/**
 * Hides a time, or its placeholder, from the planner, so that it keeps one plan. Partitions out of range are skipped on
 * execution.
 */
export const hiddenTime = (at: Date | string): SQL =>
  sql`(select ${at instanceof Date ? at.toISOString() : at}::timestamptz)`
