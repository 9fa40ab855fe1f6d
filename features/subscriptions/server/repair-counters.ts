import { addToSubscriptionCounts } from '@quaff/features/accounts/server'
import { listMerchantZones, lockMerchantZones } from '@quaff/features/sessions/server'
import { isSameZone, type Queryable, type Services, type Transaction } from '@quaff/platform/server'
import { type CounterDifference, differencesOf } from '@quaff/platform/shared/counter-difference'
import { entriesOf } from '../entries-rules'
import { addMovesDue } from '../movement/server/moves-store'
import { dayMoves } from './counter-deltas'
import { addDays, refreshLastActivity } from './counter-store'
import { type Drift, findDrift, findPersonDrift } from './drift-store'
import { listEvents } from './history-store'
import {
  addDrift,
  deleteLocalDays,
  type EntryMove,
  insertLocalDays,
  listRepriced,
  moveUnchangedPrices,
} from './repair-store'
import { subscriptionDays, subscriptionLocalDays } from './tables'

type Settings = Pick<Services, 'settings' | 'clock'>

/** Returns differences between the counters and the subscriptions of these merchants. */
export async function checkSubscriptionCounters(
  services: Settings,
  db: Queryable,
  merchantIds: readonly string[],
): Promise<CounterDifference[]> {
  return presentDrift(await findDrift(services, db, merchantIds))
}

/**
 * Adds the difference to each counter. Writers need not wait, because they move rows and counters equally; two repairs
 * of one merchant must not run concurrently.
 */
export async function repairSubscriptionCounters(
  services: Settings,
  tx: Transaction,
  merchantIds: readonly string[],
): Promise<CounterDifference[]> {
  await lockMerchantZones(tx, merchantIds)
  const drift = await findDrift(services, tx, merchantIds)
  await addDrift(tx, drift)
  await addMovesDue(tx, drift.moves)
  await refreshLastActivity(
    tx,
    drift.stats.map((row) => row.merchant_id),
  )
  return presentDrift(drift)
}

export async function checkSubscriptionCounts(db: Queryable, after: string, through: string) {
  return (await findPersonDrift(db, after, through)).flatMap(presentPerson)
}

export async function repairSubscriptionCounts(
  tx: Transaction,
  after: string,
  through: string,
): Promise<CounterDifference[]> {
  const drift = await findPersonDrift(tx, after, through)
  await addToSubscriptionCounts(
    tx,
    drift.map(({ id, stored, counted }) => ({ userId: id, delta: counted - stored })),
  )
  return drift.flatMap(presentPerson)
}

const presentPerson = ({ id, stored, counted }: { id: string; stored: number; counted: number }) =>
  differencesOf('users', id, { subscription_count: [stored, counted] })

const cell = (row: { merchant_id: string; status: string; currency: string }) =>
  [row.merchant_id, row.status, row.currency].join(' ')

const presentDays = (table: string, { days, entries }: Pick<Drift, 'days' | 'entries'>) => [
  ...days.flatMap((row) =>
    differencesOf(table, `${row.day} ${cell(row)}`, {
      created_count: [row.stored_created, row.counted_created],
      updated_count: [row.stored_updated, row.counted_updated],
    }),
  ),
  ...entries.flatMap((row) =>
    differencesOf(table, `all days ${cell(row)}`, {
      entered_count: [row.stored, row.counted],
      entered_monthly_minor: [row.stored_monthly, row.counted_monthly],
    }),
  ),
]

function presentDrift({
  totals,
  plans,
  days,
  entries,
  localDays,
  localEntries,
  stats,
  moves,
}: Drift): CounterDifference[] {
  return [
    ...totals.flatMap((row) =>
      differencesOf('subscription_totals', cell(row), {
        count: [row.stored, row.counted],
        monthly_minor: [row.stored_monthly, row.counted_monthly],
      }),
    ),
    ...plans.flatMap((row) =>
      differencesOf('subscription_plan_totals', `${row.plan_id || 'no plan'} ${cell(row)}`, {
        count: [row.stored, row.counted],
        monthly_minor: [row.stored_monthly, row.counted_monthly],
      }),
    ),
    ...presentDays('subscription_days', { days, entries }),
    ...presentDays('subscription_local_days', { days: localDays, entries: localEntries }),
    ...stats.flatMap((row) =>
      differencesOf('merchant_subscription_stats', row.merchant_id, {
        total_subscribers: [row.stored_total, row.counted_total],
        active_subscribers: [row.stored_active, row.counted_active],
        monthly_revenue_minor: [row.stored_revenue, row.counted_revenue],
        last_activity_at: [row.stored_newest, row.counted_newest],
      }),
    ),
    ...moves.flatMap(({ id, at, stored, counted }) =>
      differencesOf(
        'subscription_moves',
        `${id} ${at}`,
        Object.fromEntries(
          Object.keys(stored ?? counted ?? {}).map((key) => [key, [stored?.[key] ?? null, counted?.[key] ?? null]]),
        ),
      ),
    ),
  ]
}

const atOnce = 1_000

/** Moves the platform's days to another zone (`move`). */
export const moveEntries = (tx: Transaction, from: string, to: string) => move(tx, { days: subscriptionDays, from, to })

/**
 * Moves status entries from the days of one zone to those of another, with times and prices from the history. Entries
 * without a history stay on their day; levels do not change.
 */
async function move(tx: Transaction, moved: EntryMove) {
  await moveUnchangedPrices(tx, moved)
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await listRepriced(tx, moved, { after, limit: atOnce })
    const events = await listEvents(
      tx,
      rows.map(({ id }) => id),
    )
    const entries = rows.map((row) => ({
      merchantId: row.merchantId,
      entries: entriesOf(row, events.get(row.id) ?? []) ?? [],
    }))
    await addDays(tx, dayMoves(entries, moved.from, moved.to), moved.days)
    after = rows.at(-1)?.id
  }
}

/**
 * Recounts a merchant's days in its own zone, from its subscriptions and the platform's days. The caller locks the
 * merchant, so that no writer adds to them.
 */
export async function recountLocalDays({ settings }: Pick<Services, 'settings'>, tx: Transaction, merchantId: string) {
  const platformZone = settings.timeZone
  const zone = (await listMerchantZones(tx, [merchantId])).get(merchantId)
  await deleteLocalDays(tx, merchantId)
  if (zone === undefined || isSameZone(zone, platformZone)) return
  await insertLocalDays(tx, merchantId, zone)
  await move(tx, { days: subscriptionLocalDays, from: platformZone, to: zone, merchantId })
}
