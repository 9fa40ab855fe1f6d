import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { withoutControls } from '@quaff/platform/shared/text'

/**
 * Case-insensitive substring condition. `expression` is the one of a trigram index over `lower(…)`; the typed text is
 * lowered by the database too, so that both sides follow the same rules. Undefined when nothing was typed.
 */
export function searchCondition(expression: SQL, typed: string | undefined): SQL | undefined {
  const text = withoutControls(typed ?? '').trim()
  if (text === '') return undefined
  return sql`${expression} like lower(${`%${escapeLike(text)}%`})`
}

/** `%`, `_` and `\` are looked for as typed. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/**
 * Rows of a page that another select has chosen, found by the index of `id`. As a plain `in (select …)` they are joined
 * instead, with a scan of the whole table where that looks cheap, and it looks so for each table of some thousand rows.
 */
export const isOneOf = (id: SQLWrapper, chosen: SQLWrapper): SQL => sql`${id} = any(array(${chosen}))`
