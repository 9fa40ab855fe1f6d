import { sql, type SQL } from 'drizzle-orm'
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
