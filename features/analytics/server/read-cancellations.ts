import type { MerchantScope } from '@quaff/features/sessions/server'
import {
  listCancellations,
  listMovers,
  listSubscriptionsByIds,
  moversPage,
  presentSubscriptionRow,
  readMovement,
  sumCancellations,
} from '@quaff/features/subscriptions/server'
import { adminRole, batchReads, type Context, hasMore, isOnRecord, nextCursor, type Page } from '@quaff/platform/server'
import {
  type Bridge,
  type BridgeInput,
  type BridgeRow,
  type BridgeRowsInput,
  cancellationLimits,
  type Cancellations,
  type Movement,
  type MovementInput,
  movementSchema,
} from '../cancellations-contract'
import {
  bridgeSteps,
  cancellationFigures,
  cancellationReasons,
  monthBounds,
  movementMonths,
  movementRows,
} from '../cancellations-rules'
import { type AnalyticsInput, analyticsLimits } from '../range-contract'
import { shiftDayKey, windowOf } from '../range-rules'
import { isOnePart } from '../usage-rules'
import { readRecord } from './get-overview'
import { type OpenedRange, openRange } from './open-range'
import { readSnapshot } from './refresh-analytics'

/** Reads the rows canceled in the range. Only administrators see the reasons (0039). */
export async function getCancellations(ctx: Context, input: AnalyticsInput): Promise<Cancellations> {
  const { actor, scope, planId, days, window, measured, once } = await openRange(ctx, input)
  const leaving = { planId, ...window }
  const maxAgeMs = isOnePart(days) ? analyticsLimits.liveMaxAgeMs : analyticsLimits.answerMaxAgeMs
  const [{ sums, measuredAt }, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      once(
        ['cancellations'],
        async () => ({ sums: await sumCancellations(db, scope, leaving), measuredAt: measured.measuredAt }),
        maxAgeMs,
      ),
      listCancellations(db, scope, leaving, cancellationLimits.rows),
    ]),
  )
  const groups = sums.map(({ monthlyMinor: amountMinor, ...group }) => ({ ...group, amountMinor }))
  return {
    ...cancellationFigures(groups),
    reasons: actor.role === adminRole ? cancellationReasons(groups) : null,
    rows: rows.map((row) => presentSubscriptionRow(row, actor)),
    ...measured,
    measuredAt,
  }
}

const keptSchema = movementSchema.pick({ currencies: true, rows: true })
/** The months up to that of the last day; over all merchants at most 15 minutes old. */
export async function getMovement(ctx: Context, input: MovementInput): Promise<Movement> {
  const opened = await openRange(ctx, input)
  const { scope, timeZone, measured } = opened
  const months = movementMonths(opened.days.to)
  const window = windowOf(timeZone, { from: monthBounds(months)[0] ?? '', to: opened.days.to })
  const read = () => readRows(ctx, scope, opened, months)
  if (!scope.all) return opened.once(['movement'], async () => ({ ...(await read()), ...measured, window }))
  const { data, measuredAt } = await readSnapshot(ctx, `movement ${months.at(-1) ?? ''}`, keptSchema, read)
  return { ...data, timeZone, window, measuredAt }
}

async function readRows({ db }: Context, scope: MerchantScope, { timeZone }: OpenedRange, months: readonly string[]) {
  const days = monthBounds(months)
  const windows = days
    .slice(1)
    .map((day, index) => windowOf(timeZone, { from: days[index] ?? '', to: shiftDayKey(day, -1) }))
  const { entries, moves } = await readMovement(db, scope, { days, windows, timeZone })
  return movementRows(months, entries, moves)
}

/** Answers for one range what the movement answers for months, by the same rule. */
export async function getBridge(ctx: Context, { compare, ...input }: BridgeInput): Promise<Bridge> {
  const opened = await openRange(ctx, input)
  return opened.once(
    ['bridge', String(compare)],
    () => readBridge(ctx, opened, compare),
    isOnePart(opened.days) ? analyticsLimits.liveMaxAgeMs : analyticsLimits.answerMaxAgeMs,
  )
}

async function readBridge({ db }: Context, opened: OpenedRange, compare: boolean): Promise<Bridge> {
  const { scope, timeZone, days, window, measured, previous } = opened
  const before = previous.window(measured.measuredAt)
  const windows = [...(compare ? [before] : []), window]
  const [{ entries, moves }, record] = await batchReads(db, (one) =>
    Promise.all([
      readMovement(one, scope, { days: [days.from, shiftDayKey(days.to, 1)], windows, timeZone }),
      readRecord(one, opened),
    ]),
  )
  const isCompared = compare && isOnRecord(timeZone, before, record.subscriptions)
  return {
    ...measured,
    previousWindow: isCompared ? before : null,
    steps: bridgeSteps(entries, moves, { step: windows.length, isCompared }),
  }
}

export async function listBridgeRows(
  ctx: Context,
  { kind, currency, limit, cursor, ...input }: BridgeRowsInput,
): Promise<Page<BridgeRow>> {
  const { actor, scope, window } = await openRange(ctx, input)
  const movers = await listMovers(ctx.db, scope, { ...window, kind, currency }, { limit, cursor })
  const rows = await listSubscriptionsByIds(
    ctx.db,
    scope,
    movers.map(({ id }) => id),
  )
  return {
    rows: movers.flatMap(({ id, at, amountMinor }) => {
      const row = rows.find((one) => one.id === id)
      return row ? [{ ...presentSubscriptionRow(row, actor), changedAt: at, changeMinor: amountMinor }] : []
    }),
    hasMore: hasMore(movers.length, limit),
    nextCursor: nextCursor(movers, { ...moversPage, limit }),
    total: null,
  }
}
