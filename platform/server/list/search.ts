import { and, eq, or, type AnyColumn, getColumnTable, getTableName, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { normalizeEmail } from '@quaff/platform/shared/email-address'
import { searchWords } from '@quaff/platform/shared/search-text'
import { withoutControls } from '@quaff/platform/shared/text'
import { inText } from '../rows/in-text'

/**
 * Substring condition for each typed word, in any order. `expression` is the one of a trigram index over
 * `search_text(…)`, which also folds the words. Undefined if nothing was typed; characters that a search ignores find none.
 * The whole of an id finds its row.
 */
export function searchCondition(expression: SQL, typed: string | undefined, id?: AnyColumn): SQL | undefined {
  const text = withoutControls(typed ?? '').trim()
  if (text === '') return undefined
  const words = searchWords(text)
  if (words.length === 0) return sql`false`
  const contains = (word: string) => sql`${expression} like search_text(${`%${escapeLike(word)}%`})`
  const found = and(
    ...words.map((word) => {
      const stored = asStored(word)
      return stored === word ? contains(word) : or(contains(word), contains(stored))
    }),
  )
  const typedId = typedIdOf(text)
  return id && typedId !== undefined ? or(found, eq(id, typedId)) : found
}

/** Returns the typed text if it has the form of an id, such as `usr_…`. */
export function typedIdOf(typed: string | undefined): string | undefined {
  const [word = '', ...others] = searchWords(typed ?? '')
  return others.length === 0 && /^\w+[_-][\w-]+$/.test(word) ? word : undefined
}

/** Domains of emails are stored in ASCII and shown in their own script: "müller.de" finds "xn--mller-kva.de". */
function asStored(word: string): string {
  if (/@.*\P{ASCII}/u.test(word)) return normalizeEmail(word)
  return /\P{ASCII}/u.test(word) && /^[^@]+\.\p{L}{2,}$/u.test(word) ? normalizeEmail(`@${word}`).slice(1) : word
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

type FoundPage = {
  id: AnyColumn
  /** All conditions except the search. */
  where: SQL | undefined
  found: SQL
  /** The same condition for one row at a time, if `found` selects ids of another table. */
  foundInRow?: SQL
  orderBy: SQL[]
  limit: number
}

/**
 * Condition for a page of found rows. A frequent word fills the page from the first rows of the list; a rare one is
 * looked up in its index. The first rows decide, because the planner misjudges several words by orders of magnitude.
 */
export function isOnFoundPage({ id, where, found, foundInRow = found, orderBy, limit }: FoundPage): SQL {
  const table = getColumnTable(id)
  const name = sql.identifier(getTableName(table))
  const order = sql.join(orderBy, sql`, `)
  const [most, first] = [inText(limit), 50 * limit]
  const among = (rows: number, gate?: SQL) => sql`select ${id} as id
    from (select * from ${table} where ${where ?? sql`true`} order by ${order} limit ${inText(rows)}) as ${name}
    where ${and(foundInRow, gate)} order by ${order} limit ${most}`
  const [near, far] = [sql`(select count(*) from near_rows)`, sql`(select count(*) from far_rows)`]
  // True if the page is expected to end within fewer rows than the whole table has matches.
  const isFrequent = sql`${near} < ${most} and ${near} * ${near} * (
    select greatest(reltuples, 0)::float8 from pg_class where oid = ${getTableName(table)}::regclass
  ) > ${most} * ${inText(first)}::float8 * ${inText(first)}`
  return isOneOf(
    id,
    sql`with near_rows as materialized (${among(first)}),
      far_rows as materialized (${among(20 * first, isFrequent)})
    select id from near_rows where ${near} = ${most}
    union all select id from far_rows where ${far} = ${most}
    union all (
      select ${id} from (
        select * from ${table} where ${and(where, found)} and ${near} < ${most} and ${far} < ${most} offset 0
      ) as ${name} order by ${order} limit ${most}
    )`,
  )
}
