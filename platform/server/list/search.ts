import { and, eq, or, type AnyColumn, getColumnTable, getTableName, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { index, type PgTable } from 'drizzle-orm/pg-core'
import { normalizeEmail } from '@quaff/platform/shared/email-address'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { searchText, searchWords } from '@quaff/platform/shared/search-text'
import { withoutControls } from '@quaff/platform/shared/text'
import type { Queryable } from '../context'
import { inText } from '../rows/in-text'

/** Text of a table's search: put it into `searchIndexes` of the table and into its queries. */
export const joinColumns = (...columns: SQLWrapper[]): SQL => sql.join(columns, sql` || U&'\\001F' || `)

/** Trigrams cover words of three letters. `search_grams` has the letters and pairs of letters of all other scripts than Latin. */
export const searchIndexes = (table: string, text: SQL) => [
  index(`${table}_search_text`).using('gin', sql`(search_text(${text})) gin_trgm_ops`),
  index(`${table}_search_grams`).using('gin', sql`search_grams(search_text(${text}))`),
  index(`${table}_search_pairs`)
    .on(sql`(1)`)
    .where(hasLonePair(text)),
]

/** Two Latin letters between others, as in "店ab": trigrams have each other pair, together with the letter beside it. */
const hasLonePair = (text: SQLWrapper) =>
  sql`search_text(${text}) ~ '[^\\x01-\\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\\x01-\\x7F]'`
const sign = String.raw`[\x01-/:-@\[-\`{-\x7F]`
const besideAnother = (pair: string) => `${pair}[a-z0-9]|[a-z0-9]${pair}|(^|${sign})${pair}(${sign}|$)`

/**
 * Substring condition for each typed word, in any order and case. Undefined if nothing was typed; characters that a
 * search ignores find none. The whole of an id finds its row.
 */
export function searchCondition(text: SQLWrapper, typed: string | undefined, id?: AnyColumn): SQL | undefined {
  return conditionOf(typed, id, (word) => contains(sql`search_text(${text})`, word))
}

/** The same condition twice: for `searchIndexes`, and without what a row that has been read need not compare. */
export type Search = { byIndex: SQL; inRow: SQL }

/** The condition for a column of folded text. Undefined for what may be an id, which is not in the text. */
export const foldedSearch = (text: SQLWrapper, typed: string | undefined): SQL | undefined =>
  typedIdOf(typed) === undefined
    ? // Folded once, not for each row: no index needs to know the word.
      conditionOf(typed, undefined, (word) => sql`${text} like (select ${foldedPattern(word)})`)
    : undefined

/** The typed words that a folded text must contain: not those that may also be stored in another form. */
export const foldedWords = (typed: string | undefined) =>
  searchWords(withoutControls(typed ?? '')).filter((word) => asStored(word) === word)

export function indexedSearch(text: SQLWrapper, typed: string | undefined, id?: AnyColumn): Search | undefined {
  const isAlone = searchWords(withoutControls(typed ?? ''))
    .map(searchText)
    .every((word) => /^[a-z0-9]{1,2}$/.test(word))
  const byIndex = conditionOf(typed, id, (word) => {
    const folded = searchText(word)
    if (hasTrigram.test(folded)) return contains(sql`search_text(${text})`, word)
    const hasGrams = sql`search_grams(search_text(${text})) @> search_grams(search_text(${word}))`
    if (/^\P{ASCII}{1,2}$/u.test(folded)) return hasGrams
    // Without the concatenation a cached plan reads all of the trigram index.
    const compared = contains(sql`search_text(${text}) || ''`, word)
    // Only if no other word has an index, and estimated so that a count of a frequent pair reads the first rows instead.
    if (isAlone && /^[a-z0-9]{2}$/.test(folded))
      return sql`(nullif(${compared}, false) is not null and (search_text(${text}) ~ ${besideAnother(folded)} or ${hasLonePair(text)}))`
    // One Latin letter is in no index: most of them fill the page from the first rows.
    return /^\p{ASCII}*$/u.test(folded) ? compared : sql`(${hasGrams} and ${compared})`
  })
  const inRow = searchCondition(text, typed, id)
  return byIndex && inRow && { byIndex, inRow }
}

function conditionOf(typed: string | undefined, id: AnyColumn | undefined, hasWord: (word: string) => SQL) {
  const text = withoutControls(typed ?? '').trim()
  if (text === '') return undefined
  const words = searchWords(text)
  if (words.length === 0) return sql`false`
  const found = and(
    ...words.map((word) => {
      const stored = asStored(word)
      return stored === word ? hasWord(word) : or(hasWord(word), hasWord(stored))
    }),
  )
  const typedId = typedIdOf(text)
  return id && typedId !== undefined ? or(found, eq(id, typedId)) : found
}

const contains = (folded: SQL, word: string) => sql`${folded} like ${foldedPattern(word)}`
const foldedPattern = (word: string) => sql`search_text(${`%${escapeLike(word)}%`})`

/** Three letters, one after a sign, or two before one: pg_trgm pads words with blanks. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u

/** Returns the typed text if it has the form of an id, such as `usr_…`. */
export function typedIdOf(typed: string | undefined): string | undefined {
  const [word = '', ...others] = searchWords(typed ?? '')
  return others.length === 0 && /^\w+[_-][\w-]+$/.test(word) ? word : undefined
}

/** Domains of emails are stored in ASCII and shown in their own script: "müller.de" finds "xn--mller-kva.de". */
function asStored(word: string) {
  if (/@.*\P{ASCII}/u.test(word)) return normalizeEmail(word)
  return /\P{ASCII}/u.test(word) && /^[^@]+\.\p{L}{2,}$/u.test(word) ? normalizeEmail(`@${word}`).slice(1) : word
}

/** `%`, `_` and `\` are looked for as typed. */
function escapeLike(text: string) {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/**
 * Rows of a page that another select has chosen, found by the index of `id`. As a plain `in (select …)` they are joined
 * instead, with a scan of the whole table where that looks cheap, and it looks so for each table of some thousand rows.
 */
export const isOneOf = (id: SQLWrapper, chosen: SQLWrapper): SQL => sql`${id} = any(array(${chosen}))`

/**
 * A table of folded texts, whose indexes begin with the sort key and end with the text: PostgreSQL compares ten rows of
 * it in a microsecond without reading anything else.
 */
export type SearchTable = {
  id: AnyColumn
  createdAt: AnyColumn
  matches: SQL
  /** The list's order and cursor, in columns of this table. */
  orderBy: SQL[]
  after: SQL | undefined
  /** `walked as …`: the first `most` matches in the list's order, or fewer, of as many texts as `rows` limits. */
  walk?: (rows: SQL, most: SQLWrapper) => SQL
}

type FoundPage = {
  id: AnyColumn
  /** All conditions except the search. */
  where: SQL | undefined
  /** Undefined if nothing was typed: the page is that of `where`. */
  search: Search | undefined
  orderBy: SQL[]
  limit: number
  /** Number of rows that `where` keeps, if it is known without counting. */
  size?: SQL | undefined
  /** Only for lists without other conditions than a cursor. */
  searchTable?: SearchTable | undefined
}

/** The database's own estimate, 0 before it has any. */
export const sizeOf = (table: PgTable): SQL =>
  sql`(select greatest(reltuples, 0)::float8 from pg_class where oid = ${getTableName(table)}::regclass)`

/**
 * A page of found rows: `db.with(...page.found).select({ …, total: page.total }).where(page.where)`. A frequent word fills
 * the page from the first rows of the list; a rare one is looked up in its index, which also counts it. Compared rows
 * decide: the planner misjudges several words by orders of magnitude. `total` is null if it must be counted.
 */
export function foundPage(db: Queryable, page: FoundPage) {
  const { id, where, search, orderBy, limit, size } = page
  if (!search) return { found: [], where, total: sql<number | null>`null::integer` }
  const table = getColumnTable(id)
  const [most, counted] = [inText(limit), inText(Math.max(limit, pageLimits.found + 1))]
  const read = page.searchTable ? readTexts(page.searchTable, sizeOf(table), most) : readRows(page, search.inRow)
  // Ten times as many matches are expected as are counted, so counting them would only tell that they are too many.
  const isBeyondCount = size
    ? sql`${read.sampled} * ${size} > ${inText(10 * pageLimits.found)}::float8 * ${inText(read.sample)}`
    : sql`false`
  const amount = sql`(select count(*) from walked)`
  const found = db
    .$with('found', { id: sql<string>`id`.as('id'), counted: sql<number | null>`counted`.as('counted') })
    .as(
      sql`with ${read.walked}
    select id, case when ${isBeyondCount} then ${counted} end as counted from walked where ${amount} >= ${most}
    union all (
      select ${id}, 1 from (
        select * from ${table} where ${and(where, search.byIndex)} and ${amount} < ${most} offset 0
      ) as ${sql.identifier(getTableName(table))} order by ${sql.join(orderBy, sql`, `)} limit ${counted}
    )`,
    )
  return {
    found: [found],
    where: isOneOf(id, sql`select id from found limit ${most}`),
    total: sql<number | null>`(select sum(counted)::integer from found)`,
  }
}

type RowRead = { id: AnyColumn; where: SQL | undefined; matches: SQL | undefined; orderBy: SQL[] }

/** Ids of matching rows among the first of a list. */
function among({ id, where, matches, orderBy }: RowRead, rows: SQL, most: SQLWrapper) {
  const [table, order] = [getColumnTable(id), sql.join(orderBy, sql`, `)]
  return sql`select ${id} as id
    from (select * from ${table} where ${where ?? sql`true`} order by ${order} ${rows}) as ${sql.identifier(getTableName(table))}
    where ${matches} order by ${order} limit ${most}`
}

/** Walks until the texts compared have cost as much as to look up and read the expected number of matches. */
function readTexts({ id, createdAt, matches, orderBy, after, walk }: SearchTable, size: SQL, most: SQLWrapper) {
  // The newest rows may be unlike the others, as after an import, and ranges make a walk cheap.
  const [sample, textsPerMatch, fewest] = [5_000, 50, walk ? 50_000 : 0]
  const newest = [sql`${createdAt} desc`, sql`${id} desc`]
  const sampled = sql`(select count(*) from sampled)`
  const rows = sql`limit (select greatest(${inText(fewest)}, ${inText(textsPerMatch)} * ${sampled} * ${size} / ${inText(sample)})::bigint)`
  const walked = sql`sampled as materialized (${among({ id, where: undefined, matches, orderBy: newest }, sql`limit ${inText(sample)}`, sql`all`)}),
      ${walk?.(rows, most) ?? sql`walked as materialized (${among({ id, where: after, matches, orderBy }, rows, most)})`}`
  return { sample, sampled, walked }
}

function readRows({ id, where, orderBy, limit }: FoundPage, matches: SQL) {
  const [most, sample] = [inText(limit), 25 * limit]
  const sampled = sql`(select count(*) from near_rows)`
  // True if the page is expected to end within fewer rows than the whole table has matches.
  const isFrequent = sql`${sampled} < ${most} and ${sampled} * ${sampled} * ${sizeOf(getColumnTable(id))} > ${most} * ${inText(sample)}::float8 * ${inText(sample)}`
  const near = among({ id, where, matches, orderBy }, sql`limit ${inText(sample)}`, most)
  const farRows = sql`limit ${inText(39 * sample)} offset ${inText(sample)}`
  const far = among({ id, where, matches: and(matches, isFrequent), orderBy }, farRows, most)
  const walked = sql`near_rows as materialized (${near}),
      far_rows as materialized (${far}),
      walked as materialized (select id from near_rows union all select id from far_rows limit ${most})`
  return { sample, sampled, walked }
}
