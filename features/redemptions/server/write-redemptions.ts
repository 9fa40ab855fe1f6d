import { noteFirstDrinks } from '@quaff/features/subscriptions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { redemptionDefaults } from '../contract'
import type { RedemptionStatus } from '../contract'
import { addToHours, addToTotals, lockTotals } from './hour-store'
import type { HourDelta, TotalDelta } from './hour-store'
import { linkToPrevious } from './previous-store'
import { ensurePartitions, insertNewRedemptions, lockStatuses, takeEvents, updateStatuses } from './redemption-store'
import type { RedemptionRow } from './redemption-store'

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
  /** An event that was taken before is left out, whatever month it was in. */
  eventId?: string
}

/**
 * Writes one batch, or voids what was written before (same id and time), and moves the counters with it (G35).
 * What a person of the console voided stays voided, whatever a provider sends again. `isQuiet`: of a whole history, whose
 * writer tells the live readers once.
 */
export async function writeRedemptions(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  writes: readonly RedemptionWrite[],
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<{ created: number; updated: number; skipped: number }> {
  if (writes.length === 0) return { created: 0, updated: 0, skipped: 0 }
  const fresh = await withoutTakenEvents(services, tx, writes)
  const rows = [...new Map(fresh.map((write) => [keyOf(write), completeRow(write)])).values()].sort(byKey)
  await ensurePartitions(
    tx,
    rows.map(({ redeemedAt }) => redeemedAt),
  )
  await lockTotals(
    tx,
    rows.map(({ merchantId }) => merchantId),
  )
  const created = await insertNewRedemptions(tx, rows)
  const existing = rows.filter((row) => !created.has(keyOf(row)))
  const before = await lockStatuses(tx, existing)
  const moved = existing.filter((row) => {
    const stored = before.get(keyOf(row))
    return !stored?.isHeld && stored?.status !== row.status
  })
  await updateStatuses(tx, moved)
  const counted = new Counted(services.settings.timeZone)
  for (const row of rows.filter((one) => created.has(keyOf(one)))) counted.add(row, row.status, 1)
  for (const row of moved) {
    counted.add(row, before.get(keyOf(row))?.status ?? row.status, -1)
    counted.add(row, row.status, 1)
  }
  await addToHours(tx, counted.hours())
  await addToTotals(tx, counted.totals())
  const voided = moved.map((row) => ({ ...row, userId: before.get(keyOf(row))?.userId ?? null }))
  const written = [...rows.filter((row) => created.has(keyOf(row))), ...voided]
  await linkToPrevious(tx, written)
  await noteFirstDrinks(tx, written)
  const told = isQuiet ? [] : counted.totals()
  await publishLive(
    tx,
    ...told.map(({ merchantId }) => ({ topic: 'redemption' as const, subjectId: merchantId, merchantId })),
  )
  return { created: created.size, updated: moved.length, skipped: writes.length - rows.length }
}

async function withoutTakenEvents(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  writes: readonly RedemptionWrite[],
): Promise<readonly RedemptionWrite[]> {
  const ids = writes.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId]))
  if (ids.length === 0) return writes
  const taken = await takeEvents(tx, [...new Set(ids)].sort(), clock.now())
  // `delete` also keeps the second of two equal events in one batch out.
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

/** What the counters of drinks are moved by. */
export class Counted {
  private readonly byHour = new Map<string, HourDelta>()
  private readonly byMerchant = new Map<string, TotalDelta>()
  private readonly hourOf = new Map<number, Date>()

  constructor(private readonly zone: string) {}

  add(row: Pick<RedemptionRow, 'merchantId' | 'redeemedAt'>, status: string, sign: 1 | -1): void {
    const hour = this.startOfHour(row.redeemedAt)
    const key = `${row.merchantId}\u0000${hour.toISOString()}\u0000${status}`
    const delta = this.byHour.get(key) ?? { hour, merchantId: row.merchantId, status, count: 0 }
    this.byHour.set(key, { ...delta, count: delta.count + sign })
    const completed = status === redemptionDefaults.status ? sign : 0
    const total = this.byMerchant.get(row.merchantId) ?? {
      merchantId: row.merchantId,
      count: 0,
      lastRedeemedAt: new Date(0),
    }
    const lastRedeemedAt = row.redeemedAt > total.lastRedeemedAt ? row.redeemedAt : total.lastRedeemedAt
    this.byMerchant.set(row.merchantId, { ...total, count: total.count + completed, lastRedeemedAt })
  }

  hours(): HourDelta[] {
    return inKeyOrder(this.byHour).filter(({ count }) => count !== 0)
  }

  totals(): TotalDelta[] {
    return inKeyOrder(this.byMerchant)
  }

  /** Zone arithmetic is slow; every quarter of an hour (the finest zone offset) has one answer. */
  private startOfHour(at: Date): Date {
    const quarter = Math.floor(at.getTime() / 900_000)
    const known = this.hourOf.get(quarter) ?? startOfHourIn(this.zone, at)
    this.hourOf.set(quarter, known)
    return known
  }
}

const keyOf = (row: { id: string; redeemedAt: Date }) => `${row.redeemedAt.toISOString()} ${row.id}`
const byKey = (one: RedemptionRow, other: RedemptionRow) => (keyOf(one) < keyOf(other) ? -1 : 1)

function inKeyOrder<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
