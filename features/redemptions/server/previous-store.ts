import { sql, type SQL } from 'drizzle-orm'
import { arrayText, type Queryable, type Transaction } from '@quaff/platform/server'
import { redemptionDefaults } from '../contract'
import { redemptions } from './tables'

type Written = { redeemedAt: Date; userId: string | null; merchantId: string }

/** Finds each row's previous redemption by person and merchant among rows `r`. `before` precedes the first of them. */
const previousOf = (before: SQL) => sql`coalesce(
  max(r.redeemed_at) filter (where r.status = ${redemptionDefaults.status}) over (
    partition by r.user_id, r.merchant_id order by r.redeemed_at, r.id rows between unbounded preceding and 1 preceding),
  ${before})`

/**
 * Keeps the planner from the index by merchant, which has thousands of rows a month. It also must not expect few
 * matches, or it sorts all rows of the person instead of reading the newest first.
 */
const byPerson = (condition: SQL) => sql`coalesce(${condition}, false)`

type Person = { userId: string; merchantId: string; since: Date }
type Known = { before: Date | null; isDoubtful: boolean }

/**
 * Adds the previous redemption to new rows (sorted by time) to save a second write; `linkToPrevious` must link
 * `isDoubtful` rows. The caller holds `lockTotals`, which returned `latestAt`.
 */
export async function foreseePrevious<Row extends Written & { status: string }>(
  tx: Transaction,
  rows: readonly Row[],
  latestAt: Date | null,
): Promise<{ rows: (Row & { previousAt: Date | null })[]; isDoubtful: (row: Written) => boolean }> {
  const people = new Map<string, Person>()
  for (const { userId, merchantId, redeemedAt: since } of rows) {
    if (userId === null) continue
    const key = personKey({ userId, merchantId })
    if (!people.has(key)) people.set(key, { userId, merchantId, since })
  }
  const existing = await findBefore(tx, [...people.values()], latestAt)
  const latest = new Map<string, number>()
  const foreseen = rows.map((row) => {
    const key = personKey(row)
    const found = existing.get(key)
    if (!found) return { ...row, previousAt: null }
    const at = row.redeemedAt.getTime()
    if (latest.get(key) === at) found.isDoubtful = true
    latest.set(key, at)
    const previousAt = found.before
    if (row.status === redemptionDefaults.status) found.before = row.redeemedAt
    return { ...row, previousAt }
  })
  return { rows: foreseen, isDoubtful: (row) => existing.get(personKey(row))?.isDoubtful ?? false }
}

const personKey = ({ userId, merchantId }: Pick<Written, 'userId' | 'merchantId'>) =>
  `${userId ?? ''}\u0000${merchantId}`

/** Most people visit within this time. Older partitions are read only for the others. */
const recentMs = 31 * 86_400_000

/**
 * Reads the newest row per person. Each partition costs a lookup per person, so the month of the rows comes first, then
 * the days before it, then all older rows.
 */
async function findBefore(tx: Transaction, people: readonly Person[], latestAt: Date | null) {
  const existing = new Map<string, Known>()
  if (people.length === 0) return existing
  const earliest = Math.min(...people.map(({ since }) => since.getTime()))
  const borders = [startOfMonth(earliest), earliest - recentMs, null]
  let before: Date | null = null
  for (const border of latestAt === null ? [] : borders) {
    const missing = people.filter((person) => !existing.has(personKey(person)))
    const from: Date | null = border === null ? null : new Date(border)
    const within = [
      ...(from ? [sql`r.redeemed_at >= ${from.toISOString()}::timestamptz`] : []),
      before
        ? sql`r.redeemed_at < ${before.toISOString()}::timestamptz`
        : sql`r.redeemed_at <= ${latestAt?.toISOString()}::timestamptz`,
    ]
    await findNewest(tx, missing, existing, sql.join(within, sql` and `))
    before = from
  }
  for (const person of people) {
    const key = personKey(person)
    if (!existing.has(key)) existing.set(key, { before: null, isDoubtful: false })
  }
  return existing
}

function startOfMonth(time: number) {
  const at = new Date(time)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
}

async function findNewest(tx: Transaction, people: readonly Person[], existing: Map<string, Known>, within: SQL) {
  if (people.length === 0) return
  const column = (of: (person: Person) => string) => arrayText(people.map(of))
  const { rows } = await tx.execute<{ place: number; newest: Date; is_before: boolean }>(sql`
    select place::integer - 1 as place, newest.at as newest,
      newest.at < people.since and newest.status = ${redemptionDefaults.status} as is_before
    from unnest(${column(({ userId }) => userId)}::text[], ${column(({ merchantId }) => merchantId)}::text[],
      ${column(({ since }) => since.toISOString())}::timestamptz[]) with ordinality as people (user_id, merchant_id, since, place)
    cross join lateral (
      select r.redeemed_at as at, r.status from ${redemptions} r
      where r.user_id = people.user_id and ${byPerson(sql`r.merchant_id = people.merchant_id`)} and ${within}
      order by r.redeemed_at desc nulls last limit 1) newest`)
  for (const { place, newest, is_before: isBefore } of rows) {
    const person = people[place]
    if (person) existing.set(personKey(person), { before: new Date(newest), isDoubtful: !isBefore })
  }
}

/**
 * Links written or voided rows, and later rows of the same people and merchants, to their previous redemption. The
 * caller holds `lockTotals`, so that the second of two writers sees the first.
 */
export async function linkToPrevious(tx: Transaction, written: readonly Written[]) {
  const named = written.filter(({ userId }) => userId !== null)
  if (named.length === 0) return
  const times = named.map(({ redeemedAt }) => redeemedAt.toISOString())
  const first = times.reduce((one, other) => (one < other ? one : other))
  await tx.execute(sql`
    with people as (
      select user_id, merchant_id, min(redeemed_at) as since
      from unnest(${sql.param(times)}::timestamptz[], ${sql.param(named.map(({ userId }) => userId))}::text[],
        ${sql.param(named.map(({ merchantId }) => merchantId))}::text[]) as written (redeemed_at, user_id, merchant_id)
      group by 1, 2),
    begun as (
      select people.*, (
        select r.redeemed_at from ${redemptions} r
        where r.user_id = people.user_id and ${byPerson(sql`r.merchant_id = people.merchant_id`)}
          and r.redeemed_at < people.since
          and r.status = ${redemptionDefaults.status}
        order by r.redeemed_at desc nulls last limit 1) as before
      from people),
    linked as (
      select r.redeemed_at, r.id, ${previousOf(sql`begun.before`)} as previous
      from begun join ${redemptions} r on r.user_id = begun.user_id
        and ${byPerson(sql`r.merchant_id = begun.merchant_id`)} and r.redeemed_at >= begun.since and r.redeemed_at >= ${first}::timestamptz)
    update ${redemptions} set previous_at = linked.previous from linked
    where ${redemptions.redeemedAt} = linked.redeemed_at and ${redemptions.id} = linked.id
      and ${redemptions.redeemedAt} >= ${first}::timestamptz and ${redemptions.previousAt} is distinct from linked.previous`)
}

const linkedOf = (merchantIds: readonly string[]) => sql`
  select r.redeemed_at, r.id, r.merchant_id, r.previous_at,
    case when r.user_id is not null then ${previousOf(sql`null`)} end as previous
  from ${redemptions} r where r.merchant_id = any(${sql.param(merchantIds)}::text[])`

/** Counts redemptions per merchant with a wrong previous redemption. */
export async function findPreviousDrift(db: Queryable, merchantIds: readonly string[]) {
  const { rows } = await db.execute<{ merchant_id: string; wrong: number }>(sql`
    select merchant_id, count(*)::integer as wrong from (${linkedOf(merchantIds)}) as linked
    where previous_at is distinct from previous group by 1 order by 1`)
  return rows
}

export async function repairPrevious(tx: Transaction, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return
  await tx.execute(sql`
    update ${redemptions} set previous_at = linked.previous from (${linkedOf(merchantIds)}) as linked
    where ${redemptions.redeemedAt} = linked.redeemed_at and ${redemptions.id} = linked.id
      and linked.previous_at is distinct from linked.previous`)
}
