import type { MerchantScope } from '@quaff/features/sessions/server'
import { listMoves, sumRevenueEntries } from '@quaff/features/subscriptions/server'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { movementSchema, type Movement, type MovementInput } from '../cancellations/contract'
import { monthBounds, movementMonths, movementRows } from '../cancellations/rules'
import { windowOf } from '../range/rules'
import { openRange, type OpenedRange } from './open-range'
import { readSnapshot } from './read-snapshot'

const keptSchema = movementSchema.pick({ currencies: true, rows: true })
type Kept = Pick<Movement, 'currencies' | 'rows'>

/** The months up to that of the last day; over all merchants at most 15 minutes old. */
export async function getMovement(ctx: Context, input: MovementInput): Promise<Movement> {
  const opened = await openRange(ctx, input)
  const { scope, timeZone, measured } = opened
  const months = movementMonths(opened.days.to)
  const window = windowOf(timeZone, { from: monthBounds(months)[0] ?? '', to: opened.days.to })
  const read = () => readMovement(ctx, scope, opened, months)
  if (!scope.all) return opened.once(['movement'], async () => ({ ...(await read()), ...measured, window }))
  const { data, measuredAt } = await readSnapshot(ctx, `movement ${months.at(-1) ?? ''}`, keptSchema, read)
  return { ...data, timeZone, window, measuredAt }
}

/** Counters and history as they were at one moment, or what is written meanwhile would not add up. */
async function readMovement(
  { db }: Context,
  scope: MerchantScope,
  { timeZone }: OpenedRange,
  months: readonly string[],
): Promise<Kept> {
  const days = monthBounds(months)
  const instants = days.map((day) => windowOf(timeZone, { from: day, to: day }).from)
  const [entries, moves] = await askTogether(
    db,
    (one) => Promise.all([sumRevenueEntries(one, scope, days), listMoves(one, scope, instants)]),
    { atOneMoment: true },
  )
  return movementRows(months, entries, moves)
}
