import { loadPlatformSettings } from '@quaff/features/settings/server'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { batchReads, type Context, remember, type UserActor } from '@quaff/platform/server'
import { exactly, previewOf } from '../amount-rules'
import { presentAdjustment } from '../lines/server/read-lines'
import { listEndedPeriods, periodAt, type PeriodRange } from '../period-rules'
import type { PayoutSummary, PayoutSummaryInput } from '../statement-contract'
import { byCurrency, stepsOf } from '../statement-rules'
import { payoutsOf, requirePayee } from './reading/open-payouts'
import { findLastPayout } from './reading/payout-read-store'
import type { PayoutScope } from './reading/payout-scope'
import { listWaiting, sumForSummary, type WaitingLine } from './running-month-store'

const maxAgeMs = 5 * 60_000
const mostLines = 20

/**
 * Applies the rules of a generation to the running month, and to the month before while its payout isn't visible.
 * Waiting lines are not cached, so that a removed one disappears.
 */
export async function getRunningMonth(ctx: Context, { merchantId }: PayoutSummaryInput): Promise<PayoutSummary> {
  const { actor, scope } = payoutsOf(ctx, merchantId)
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const running = periodAt(timeZone, now)
  const [before = running] = listEndedPeriods(timeZone, now, 1)
  const sumsIn = (range: PeriodRange) =>
    remember(ctx, { key: ['payout-summary', merchantId, timeZone, range.period], maxAgeMs }, () =>
      readSums(ctx, scope, range),
    )
  const [settings, last, waiting] = await batchReads(ctx.db, (db) =>
    Promise.all([loadPlatformSettings(db), findLastPayout(db, scope), listWaiting(db, scope), requirePayee(db, scope)]),
  )
  const isPaid = last !== undefined && last.period >= before.period
  const [{ measuredAt, ...sums }, ended] = await Promise.all([sumsIn(running), isPaid ? undefined : sumsIn(before)])
  const feeBasisPoints = settings.platformFeeBasisPoints
  const amountsOf = (own: Sums, lines: readonly WaitingLine[]) =>
    previewOf({ ...own, waiting: sumsOf(merchantId, lines) }, feeBasisPoints)
      .toSorted(byCurrency)
      .map(({ currency, gross, fee, adjustments, net, renewalCount, lateCount }) => ({
        currency,
        gross,
        fee,
        adjustments,
        net,
        renewalCount,
        lateCount,
        ...shownLines(
          lines.filter((line) => line.currency === currency),
          actor,
        ),
      }))
  const isClosed = ended !== undefined && ended.own.length > 0
  return {
    ...running,
    soFar: isClosed ? amountsOf({ ...sums, late: [] }, []) : amountsOf(sums, waiting),
    closed: isClosed ? { period: before.period, amounts: amountsOf(ended, waiting) } : null,
    feeBasisPoints,
    held: sums.held
      .map(({ currency, amount, count }) => ({ currency, amount: exactly(amount), count }))
      .toSorted(byCurrency),
    last: last ? presentLast(last) : null,
    measuredAt,
    timeZone,
  }
}

type Sums = Pick<Awaited<ReturnType<typeof readSums>>, 'own' | 'late' | 'held'>

const sumsOf = (merchantId: string, waiting: readonly WaitingLine[]) =>
  sumByCurrency(waiting).map(({ currency, amountMinor }) => ({ merchantId, currency, amount: amountMinor, count: 1 }))

const shownLines = (lines: readonly WaitingLine[], reader: UserActor) => ({
  waiting: lines.slice(0, mostLines).map((line) => {
    const { amount, reason, charge } = presentAdjustment(line, reader)
    return { amount, reason, charge }
  }),
  waitingCount: lines.length,
})

/** Late charges may be anywhere in the merchant's history. */
async function readSums({ db, clock }: Context, scope: PayoutScope, running: PeriodRange) {
  const measuredAt = clock.now()
  return { measuredAt, ...(await sumForSummary(db, scope, running)) }
}

function presentLast(payout: NonNullable<Awaited<ReturnType<typeof findLastPayout>>>): PayoutSummary['last'] {
  const { id, period, currency, netMinor, status, generatedAt } = payout
  return { id, period, currency, net: netMinor, status, at: stepsOf(payout).at(-1)?.at ?? generatedAt }
}
