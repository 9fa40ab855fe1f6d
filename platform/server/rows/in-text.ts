import { sql, type Placeholder } from 'drizzle-orm'

/**
 * Writes a row limit into the SQL text: `.limit(inText(limit))`. For a limit sent as a value PostgreSQL assumes a
 * tenth of all rows, finds every cached plan too expensive, and plans a named statement on each call.
 */
export function inText(limit: number): Placeholder {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`Not a row limit: ${limit}`)
  // drizzle writes any SQL after `limit`. Its types name numbers and placeholders only.
  return sql.raw(String(limit)) as unknown as Placeholder
}
