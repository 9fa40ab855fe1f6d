import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { searchWords } from '@quaff/platform/shared/search-text'
import { withoutControls } from '@quaff/platform/shared/text'

/**
 * Substring condition for each typed word, in any order. `expression` is the one of a trigram index over
 * `search_text(…)`, which also folds the words. Undefined if nothing was typed; characters that a search ignores find none.
 */
export function searchCondition(expression: SQL, typed: string | undefined): SQL | undefined {
  const text = withoutControls(typed ?? '').trim()
  if (text === '') return undefined
  const words = searchWords(text)
  if (words.length === 0) return sql`false`
  return and(...words.map((word) => sql`${expression} like search_text(${`%${escapeLike(word)}%`})`))
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
