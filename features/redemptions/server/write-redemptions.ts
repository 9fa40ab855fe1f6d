import { listMerchantZones, type MerchantZones } from '@quaff/features/sessions/server'
import { noteFirstDrinks } from '@quaff/features/subscriptions/server'
import {
  dayKeyIn,
  entryOf,
  publishLive,
  recordWebhookEvents,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import { redemptionDefaults, redemptionEvents, type RedemptionStatus } from '../contract'
import { slotOf } from './hour-slots'
import {
  addToCounters,
  type CounterDeltas,
  type HourDelta,
  lockTotals,
  type PlaceDayDelta,
  type TotalDelta,
} from './hour-store'
import { foreseePrevious, linkToPrevious } from './previous-store'
import {
  ensurePartitions,
  insertNewRedemptions,
  lockStatuses,
  type RedemptionRow,
  type StoredStatus,
  takeEvents,
  updateStatuses,
} from './redemption-store'

export type RedemptionWrite = {
  id: string
  merchantId: string
  locationId?: string | null
  planId?: string | null
  userId?: string | null
  subscriptionId?: string | null
  redeemedAt: Date
  method?: string
  status?: RedemptionStatus
  /** An event that was accepted before is skipped, in any month. */
  eventId?: string
}

/**
 * Writes a batch or voids existing rows (same id and time) with the counters (G35); a void from the console is never
 * reverted. `isQuiet` skips live updates and webhook events, for imports.
 */
export async function writeRedemptions(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  writes: readonly RedemptionWrite[],
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<{ created: number; updated: number; skipped: number }> {
  if (writes.length === 0) return { created: 0, updated: 0, skipped: 0 }
  const fresh = await withoutTakenEvents(services, tx, writes)
  const outcomes = [...(await writeStates(services, tx, fresh, { isQuiet, isFeed: false })).values()]
  const count = (one: RedemptionOutcome) => outcomes.filter((outcome) => outcome === one).length
  return { created: count('created'), updated: count('updated'), skipped: writes.length - outcomes.length }
}

/** `foreign`: another merchant has this id and time. Rows with `foreign` or `older` are not written. */
export type RedemptionOutcome = 'created' | 'updated' | 'same' | 'older' | 'foreign'

/**
 * Writes states of a feed that may be late or out of order, keyed by `redemptionKey`. Voided rows stay voided, and no
 * merchant takes another's.
 */
export function writeRedemptionStates(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  writes: readonly RedemptionWrite[],
): Promise<Map<string, RedemptionOutcome>> {
  return writeStates(services, tx, writes, { isQuiet: false, isFeed: true })
}

async function writeStates(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  fresh: readonly RedemptionWrite[],
  { isQuiet, isFeed }: { isQuiet: boolean; isFeed: boolean },
): Promise<Map<string, RedemptionOutcome>> {
  const wanted = inKeyOrder(new Map(fresh.map((write) => [redemptionKey(write), completeRow(write)])))
  const rows = wanted.map(([, row]) => row)
  await ensurePartitions(
    tx,
    rows.map(({ redeemedAt }) => redeemedAt),
  )
  const { lastRedeemedAt } = await lockTotals(
    tx,
    rows.map(({ merchantId }) => merchantId),
  )
  const { rows: foreseen, isDoubtful } = await foreseePrevious(tx, rows, lastRedeemedAt)
  const known = await insertNewRedemptions(tx, foreseen)
  const existing = wanted.filter((_, place) => known.has(place))
  const before = await lockStatuses(
    tx,
    existing.map(([, row]) => row),
  )
  const outcomes = new Map(
    wanted.map(([key, row], place) => [key, outcomeOf(row, before.get(key), !known.has(place), isFeed)]),
  )
  const moved = existing.flatMap(([key, row]) => {
    const stored = before.get(key)
    if (!stored || outcomes.get(key) !== 'updated') return []
    // The stored row decides person, location and plan. A write that voids it need not name them.
    const { merchantId, locationId, planId, userId } = stored
    return [{ row: { ...row, merchantId, locationId, planId, userId }, stored }]
  })
  await updateStatuses(
    tx,
    moved.map(({ row }) => row),
  )
  const added = wanted.flatMap(([, row], place) => (known.has(place) ? [] : [row]))
  const written = [...added, ...moved.map(({ row }) => row)]
  const zones = await listMerchantZones(
    tx,
    written.map(({ merchantId }) => merchantId),
  )
  const counted = new Counted(services.settings.timeZone, zones)
  for (const row of added) counted.add(row, row.status, 1)
  for (const { row, stored } of moved) {
    counted.add(row, stored.status, -1)
    counted.add(row, row.status, 1)
  }
  const deltas = counted.deltas()
  await addToCounters(tx, deltas)
  // If a row already existed, the next row follows another one than foreseen.
  await linkToPrevious(tx, existing.length === 0 ? written.filter(isDoubtful) : written)
  await noteFirstDrinks(tx, written)
  const notified = isQuiet ? [] : deltas.totals
  await publishLive(
    tx,
    ...notified.map(({ merchantId }) => ({ topic: 'redemption' as const, subjectId: merchantId, merchantId })),
  )
  if (!isQuiet) {
    const changes = written.map(({ id: subjectId, merchantId, status }) => ({
      type: status === 'voided' ? redemptionEvents.voided : redemptionEvents.created,
      subjectId,
      merchantId,
    }))
    await recordWebhookEvents(services, tx, changes)
  }
  return outcomes
}

function outcomeOf(
  row: RedemptionRow,
  stored: StoredStatus | undefined,
  isCreated: boolean,
  isFeed: boolean,
): RedemptionOutcome {
  if (isCreated) return 'created'
  if (isFeed && stored && stored.merchantId !== row.merchantId) return 'foreign'
  if (stored?.status === row.status) return 'same'
  if (isFeed && stored?.status === 'voided') return 'older'
  return stored?.isHeld ? 'same' : 'updated'
}

async function withoutTakenEvents(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  writes: readonly RedemptionWrite[],
): Promise<readonly RedemptionWrite[]> {
  const ids = writes.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId]))
  if (ids.length === 0) return writes
  const taken = await takeEvents(tx, [...new Set(ids)].sort(), clock.now())
  // `delete` also drops the second of two equal events in one batch.
  return writes.filter(({ eventId }) => eventId === undefined || taken.delete(eventId))
}

function completeRow(write: RedemptionWrite): RedemptionRow {
  return {
    id: write.id,
    merchantId: write.merchantId,
    locationId: write.locationId ?? null,
    planId: write.planId ?? null,
    userId: write.userId ?? null,
    subscriptionId: write.subscriptionId ?? null,
    redeemedAt: write.redeemedAt,
    method: write.method ?? redemptionDefaults.method,
    status: write.status ?? redemptionDefaults.status,
    voidedAt: null,
    voidedBy: null,
    voidReason: null,
    previousAt: null,
  }
}

/** Collects the counter changes of redemptions. */
export class Counted {
  private readonly byHour = new Map<string, HourDelta>()
  private readonly byDay = new Map<string, PlaceDayDelta>()
  private readonly byMerchant = new Map<string, TotalDelta>()
  private readonly timeOf = new Map<string, { hour: Date; hourKey: string; day: string }>()

  constructor(
    private readonly platformZone: string,
    private readonly zones: MerchantZones,
  ) {}

  add(
    row: Pick<RedemptionRow, 'merchantId' | 'redeemedAt' | 'locationId' | 'planId'>,
    status: string,
    sign: 1 | -1,
  ): void {
    const { merchantId, redeemedAt } = row
    const [locationId, planId] = [row.locationId ?? '', row.planId ?? '']
    const { hour, hourKey, day } = this.readTime(redeemedAt, this.zones.get(merchantId) ?? null)
    const completed = status === redemptionDefaults.status ? sign : 0
    entryOf(this.byHour, `${merchantId}\0${hourKey}\0${status}`, () => ({
      hour,
      merchantId,
      status,
      count: 0,
    })).count += sign
    entryOf(this.byDay, `${merchantId}\0${day}\0${locationId}\0${planId}`, () => {
      return { merchantId, day, locationId, planId, count: 0 }
    }).count += completed
    const total = entryOf(this.byMerchant, merchantId, () => ({ merchantId, count: 0, lastRedeemedAt: new Date(0) }))
    total.count += completed
    if (redeemedAt > total.lastRedeemedAt) total.lastRedeemedAt = redeemedAt
  }

  deltas(): CounterDeltas {
    return {
      hours: inKeyOrder(this.byHour).flatMap(([, delta]) => (delta.count === 0 ? [] : [delta])),
      days: inKeyOrder(this.byDay).flatMap(([, delta]) => (delta.count === 0 ? [] : [delta])),
      totals: inKeyOrder(this.byMerchant).map(([, delta]) => delta),
    }
  }

  /** Zone arithmetic is slow, so it runs once per quarter of an hour, the finest zone offset. */
  private readTime(at: Date, ownZone: string | null): { hour: Date; hourKey: string; day: string } {
    const key = `${Math.floor(at.getTime() / 900_000)} ${ownZone ?? ''}`
    return entryOf(this.timeOf, key, () => {
      const hour = slotOf(at, this.platformZone, ownZone)
      return { hour, hourKey: hour.toISOString(), day: dayKeyIn(ownZone ?? this.platformZone, at) }
    })
  }
}

export const redemptionKey = (row: { id: string; redeemedAt: Date }) => `${row.redeemedAt.toISOString()} ${row.id}`

function inKeyOrder<T>(rows: ReadonlyMap<string, T>): [string, T][] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1))
}
