import { sql } from 'drizzle-orm'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { insertRows, type Transaction } from '@quaff/platform/server'
import { subscriptionAffiliates } from './tables'

type Attributed = Omit<typeof subscriptionAffiliates.$inferInsert, 'firstDrinkAt'>

/** The first event with a code decides. Later ones change nothing. */
export async function insertAffiliates(tx: Transaction, rows: readonly Attributed[]) {
  if (rows.length === 0) return
  await waitForDrinks(
    tx,
    rows.map(({ merchantId }) => merchantId),
  )
  const inOrder = rows.toSorted((one, other) => (one.subscriptionId < other.subscriptionId ? -1 : 1))
  const { rows: inserted } = await tx.execute<{ user_id: string | null; merchant_id: string }>(
    sql`${insertRows(subscriptionAffiliates, inOrder)} on conflict do nothing returning user_id, merchant_id`,
  )
  await noteFirstDrinks(
    tx,
    inserted.map((row) => ({ userId: row.user_id, merchantId: row.merchant_id })),
  )
}

/** Serialises concurrent writes of a subscription and a redemption of one person, so that the second sees the first. */
async function waitForDrinks(tx: Transaction, merchantIds: readonly string[]) {
  await tx.execute(sql`
    select 1 from ${redemptionTotals} where merchant_id = any(${sql.param([...new Set(merchantIds)])}::text[])
    order by merchant_id for share`)
}

/** `redeemedAt` is missing if the subscription is new. */
type Drink = { userId: string | null; merchantId: string; redeemedAt?: Date }

/**
 * Updates the first completed redemption of affiliate subscribers, which a written or voided redemption may have
 * changed. The caller locks the merchants' totals.
 */
export async function noteFirstDrinks(tx: Transaction, drinks: readonly Drink[]) {
  const named = drinks.filter(({ userId }) => userId !== null)
  if (named.length === 0) return
  const textParam = (pick: (drink: Drink) => string | null) => sql.param(named.map(pick))
  const { rows: came } = await tx.execute<{ id: string }>(sql`
    select distinct own.subscription_id as id
    from unnest(${textParam(({ userId }) => userId)}::text[], ${textParam(({ merchantId }) => merchantId)}::text[],
      ${textParam(({ redeemedAt }) => redeemedAt?.toISOString() ?? null)}::timestamptz[]) as drink (user_id, merchant_id, redeemed_at)
    join ${subscriptionAffiliates} own on own.user_id = drink.user_id and own.merchant_id = drink.merchant_id
    where drink.redeemed_at is null
      or drink.redeemed_at >= own.started_at and (own.first_drink_at is null or own.first_drink_at >= drink.redeemed_at)`)
  // Usually empty. The statement below covers every month of redemptions and takes longer to plan than this check.
  if (came.length === 0) return
  await tx.execute(sql`
    update ${subscriptionAffiliates} came set first_drink_at = found.first_at
    from (
      select own.subscription_id, (
        select min(drunk.redeemed_at) from ${redemptions} drunk
        where drunk.user_id = own.user_id and drunk.merchant_id = own.merchant_id
          and drunk.redeemed_at >= own.started_at and drunk.status = 'completed'
      ) as first_at
      from ${subscriptionAffiliates} own where own.subscription_id = any(${sql.param(came.map(({ id }) => id))}::text[])
    ) found
    where came.subscription_id = found.subscription_id and came.first_drink_at is distinct from found.first_at`)
}
