import { and, or, sql, type SQL } from 'drizzle-orm'
import { foldedSearch, indexedSearch, pick, type Search, type Transaction } from '@quaff/platform/server'
import { normalizePhone } from '@quaff/platform/shared/phone'
import { searchWords } from '@quaff/platform/shared/search-text'
import { adminRecords, dialedFromEnd, userMerchants, users, userSearch, userSearchText } from './tables'

/** The fields that another system may set, and those that it may not. */
export type CustomerState = Pick<
  typeof users.$inferSelect,
  | 'id'
  | 'email'
  | 'emailIsPlaceholder'
  | 'displayName'
  | 'photoUrl'
  | 'phoneNumber'
  | 'lastActiveAt'
  | 'createdAt'
  | 'updatedAt'
> & { isErased: boolean; isStaff: boolean }

/** Locks them in the order of their ids. Staff have, or had, any right in the console. */
export async function lockCustomers(tx: Transaction, ids: readonly string[]): Promise<Map<string, CustomerState>> {
  const rows = await tx
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'displayName', 'photoUrl'),
      ...pick(users, 'phoneNumber', 'lastActiveAt', 'createdAt', 'updatedAt'),
      isErased: sql<boolean>`${users.erasedAt} is not null`,
      isStaff: sql<boolean>`(${users.role} <> 'customer' or ${users.claims} <> '{}'::jsonb
        or exists (select 1 from ${adminRecords} where ${adminRecords.userId} = ${users.id})
        or exists (select 1 from ${userMerchants} where ${userMerchants.userId} = ${users.id}))`,
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::text[])`)
    .orderBy(users.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Updates `users.subscription_count`, the number of running subscriptions per person. `deltas` are ordered by id, and
 * the rows are locked in that order. Concurrent inserts that reference them continue.
 */
export async function addToSubscriptionCounts(tx: Transaction, deltas: readonly { userId: string; delta: number }[]) {
  if (deltas.length === 0) return
  const ids = sql.param(deltas.map(({ userId }) => userId))
  await tx.execute(
    sql`select id from ${users} where id = any(${ids}::text[]) order by id collate "C" for no key update`,
  )
  await tx.execute(sql`
    update ${users} set subscription_count = ${users.subscriptionCount} + moved.delta
    from unnest(${ids}::text[], ${sql.param(deltas.map(({ delta }) => delta))}::integer[]) as moved (id, delta)
    where ${users.id} = moved.id`)
}

/** Must match the expression of the index `users_masked_name` exactly. */
const maskedName = sql`(search_text(masked_name(${users.displayName})) collate "C")`

/**
 * True for people whose masked name starts like this one. Merchants see only masked names, and a search by more would
 * reveal the rest. A range, because a prepared statement with `like` and a parameter cannot use the index.
 */
export const isCalled = (maskedStart: string) =>
  sql`${maskedName} >= search_text(${maskedStart}) and ${maskedName} < search_text(${maskedStart}) || U&'\\+10FFFF'`

/** Digits of a typed phone number, without what is left out or put before it abroad: "+41 (0)44", "0041 44", "044". */
function typedDigits(typed: string | undefined) {
  const text = normalizePhone(typed ?? '').replace(/ ext\. \d+$/, '')
  if (!/^[+\d\s().\-/]+$/.test(text)) return undefined
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < 7 ? undefined : digits
}

/** `inTexts` is for `user_search`, which has addresses and names only: undefined for ids and phone numbers. */
export type PersonSearch = Search & { inTexts?: SQL | undefined }

/** Condition for people by address, name or id, and by the end of the phone number for those who may see it. */
export function searchPeople(typed: string | undefined, { byPhone }: { byPhone: boolean }): PersonSearch | undefined {
  const digits = byPhone ? typedDigits(typed) : undefined
  // Pairs of digits, as in "06 12 34 56 78", are no words: no index has them.
  const isGrouped = digits !== undefined && searchWords(typed ?? '').length > 1
  const text = indexedSearch(userSearchText(users), isGrouped ? digits : typed, users.id)
  if (!text || digits === undefined) return text && { ...text, inTexts: foldedSearch(userSearch.text, typed) }
  const from = [...digits].toReversed().join('')
  // A range, as in `isCalled`; ":" follows "9".
  const isDialed = and(sql`${dialedFromEnd(users)} >= ${from}`, sql`${dialedFromEnd(users)} < ${`${from}:`}`)
  return { byIndex: sql`(${or(text.byIndex, isDialed)})`, inRow: sql`(${or(text.inRow, isDialed)})` }
}
