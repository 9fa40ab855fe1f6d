import { and, sql } from 'drizzle-orm'
import {
  foldedWords,
  inText,
  inTransaction,
  keyset,
  type KeysetRequest,
  type SearchTable,
  type Services,
} from '@quaff/platform/server'
import { userSearch, userSearchChanges, userSearchRanges } from './tables'

/** Texts per range, namesakes beyond which a range is always compared, and changes per transaction. */
const [rangeSize, namesakes, mergedAtOnce] = [1_000, 50_000, 5_000]
/** Most ranges lack one of the first few. */
const placesCompared = 8
/** More are compared one by one in less time than they are looked up. */
const changesRead = 2_000

type NameWalk = Pick<SearchTable, 'orderBy' | 'after' | 'matches'> & {
  typed: string | undefined
  request: KeysetRequest
}

/** First matches in the order of names, from the ranges that have all letters of each word side by side. */
export function walkNames({ typed, matches, orderBy, after, request }: NameWalk): SearchTable['walk'] {
  const isAscending = request.order === 'asc'
  const [sorted, direction] = [sql.join(orderBy, sql`, `), isAscending ? sql`asc` : sql`desc`]
  // No id is empty, so a range that ends at the cursor's name is over, and one that begins there is not.
  const end = { kind: 'text', expression: isAscending ? sql`until` : sql`first` } as const
  const isAhead = keyset({ ...request, key: end, id: sql`''::text` }).after
  const words = foldedWords(typed)
  const share = inText(Math.ceil(placesCompared / Math.max(1, words.length)))
  const places = words.map((word) => sql`(search_places(search_text(${word})))[1:${share}]`)
  const hasLetters = Array.from({ length: placesCompared }, (_, at) => {
    const place = sql`(select coalesce(places[${inText(at + 1)}], places[1]) from letters)`
    return sql`get_bit(bits, ${place}) = 1`
  })
  const columns = sql`${userSearch.id}, ${userSearch.name}, ${userSearch.text}`
  const changed = sql`select ${userSearchChanges.id} from ${userSearchChanges} limit ${inText(changesRead + 1)}`
  const isBehind = sql`(select count(*) > ${inText(changesRead)} from (${changed}) changed)`
  return (rows, most) => sql`letters as materialized (
        select ${sql.join([sql`'{}'::integer[]`, ...places], sql` || `)} as places
      ),
      ranges as materialized (
        select first, until from ${userSearchRanges}
        where ${and(isAhead, sql`((${and(...hasLetters)}) is not false or ${isBehind})`)}
        order by first ${direction}
      ),
      known as materialized (
        select ${columns} from (
          select ${columns} from ranges cross join lateral (
            select ${columns} from ${userSearch}
            where ${and(after, sql`${userSearch.name} >= ranges.first and ${userSearch.name} < ranges.until`)}
            order by ${sorted} offset 0
          ) user_search ${rows}
        ) user_search where ${matches} limit ${most}
      ),
      walked as materialized (
        select ${userSearch.id} from (
          select * from known
          union (
            select ${columns} from ${userSearch}
            where ${and(sql`${userSearch.id} = any(array(${changed})) and (select count(*) from known) >= ${most}`, after, matches)}
          )
        ) user_search order by ${sorted} limit ${most}
      )`
}

const beginRanges = sql`
  insert into ${userSearchRanges} (first, until) select '', repeat(U&'\\+10FFFF', 100)
  where not exists (select from ${userSearchRanges}) returning first`

const mergeChanges = sql`
  with taken as (
    delete from ${userSearchChanges}
    where number in (select number from ${userSearchChanges} order by number limit ${mergedAtOnce}) returning id
  ), changed as (
    select (select max(first) from ${userSearchRanges} where first <= person.name) as first, count(*) as count, search_bits(string_agg(person.text, '')) as bits
    from ${userSearch} person where person.id = any(array(select id from taken)) group by 1
  ), merged as (
    update ${userSearchRanges} own
    set added = own.added + changed.count,
      bits = case when own.added + changed.count <= greatest(${rangeSize}, own.people) then own.bits | changed.bits end
    from changed where own.first = changed.first
  )
  select id from taken limit 1`

/** Removes a name that no one has now, as after an erasure. The range before takes its texts and is read again. */
const dropName = sql`
  with gone as materialized (
    select own.first, own.until from ${userSearchRanges} own
    where own.first <> '' and not exists (select from ${userSearch} where name = own.first) limit 1
  ), dropped as (delete from ${userSearchRanges} own using gone where own.first = gone.first)
  update ${userSearchRanges} own set until = gone.until, bits = null
  from gone where own.until = gone.first returning own.first`

/** The range keeps the first thousand texts, or all of one name. The others become an unknown range. */
const readRange = sql`
  with range as materialized (
    select own.first, own.until, coalesce((
      select min(name) from ${userSearch} where name > own.first and name < own.until and name >= coalesce((
        select name from ${userSearch} where name >= own.first and name < own.until order by name, id offset ${rangeSize} limit 1
      ), own.until)
    ), own.until) as middle
    from ${userSearchRanges} own where bits is null order by first limit 1
  ), texts as materialized (
    select person.text from range cross join ${userSearch} person
    where person.name >= range.first and person.name < range.middle limit ${namesakes + 1}
  ), rest as (
    insert into ${userSearchRanges} (first, until) select middle, until from range where middle < until
  ), total as (select count(*)::integer as people from texts)
  update ${userSearchRanges} own
  set until = range.middle, people = total.people, added = 0, bits = case
    when total.people > ${namesakes} then ~0::bit(16384)
    else coalesce((select search_bits(string_agg(text, '')) from texts), 0::bit(16384))
  end
  from range, total where own.first = range.first returning own.first`

/** Adds the letters of changed texts to their ranges, then reads ranges that are unknown or have doubled. */
export async function compactUserSearch(services: Services, signal: AbortSignal) {
  for (const step of [beginRanges, mergeChanges, dropName, readRange])
    for (let isDone = false; !isDone; signal.throwIfAborted())
      isDone = await inTransaction(services, async (tx) => {
        await tx.execute(sql`lock table ${userSearchRanges} in exclusive mode`)
        const { rows } = await tx.execute<Record<string, unknown>>(step)
        return rows.length === 0
      })
}
