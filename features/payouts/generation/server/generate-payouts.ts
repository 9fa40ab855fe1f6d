import { scopeToMerchant } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import {
  authorize,
  type Context,
  inTransaction,
  type Locked,
  recordAudit,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { amountsOf, exactly } from '../../amount-rules'
import { payoutEvents } from '../../contract'
import type { GeneratedPayouts, GeneratePayoutsInput } from '../../generation-contract'
import type { PeriodRange } from '../../period-rules'
import { payoutPermissions } from '../../permissions'
import { lockMerchantOfPayouts, type Payee } from '../../server/payouts-store'
import * as store from './generation-store'
import { listMerchantsWithLate } from './late-charges-store'
import { openPeriod } from './list-periods'

type Result = GeneratedPayouts['results'][number]
type Generation = { actor: UserActor; period: PeriodRange; feeBasisPoints: number; hasLate: boolean }

/** Generates one transaction per merchant. A concurrent or repeated call only finds what is left. */
export async function generatePayouts(ctx: Context, input: GeneratePayoutsInput): Promise<GeneratedPayouts> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const period = openPeriod(ctx, input.period)
  const merchantIds = [...new Set(input.merchantIds)]
  const { platformFeeBasisPoints: feeBasisPoints } = await loadPlatformSettings(ctx.db)
  const late = await listMerchantsWithLate(ctx.db, period, merchantIds)
  const results: Result[] = []
  for (const merchantId of merchantIds) {
    const generation = { actor, period, feeBasisPoints, hasLate: late.has(merchantId) }
    results.push(await generateFor(ctx, merchantId, generation))
  }
  return { results }
}

async function generateFor(ctx: Context, merchantId: string, generation: Generation): Promise<Result> {
  const nothing: Result = { merchantId, outcome: 'nothing', payoutIds: [] }
  return inTransaction(ctx, async (tx) => {
    const payee = await lockMerchantOfPayouts(tx, scopeToMerchant(generation.actor, merchantId))
    if (!payee) return nothing
    const existing = await store.listPayoutsOf(tx, payee, generation.period.period)
    const known = new Set(existing.map(({ currency }) => currency))
    const currencies = await store.listPayableCurrencies(tx, payee, generation)
    const fresh = await insertDrafts(
      ctx,
      tx,
      payee,
      generation,
      currencies.filter((currency) => !known.has(currency)),
    )
    if (fresh.length > 0) {
      await fillDrafts(ctx, tx, { payee, fresh, ...generation })
      return { merchantId, outcome: 'generated', payoutIds: fresh.map(({ id }) => id) }
    }
    if (existing.length === 0) return nothing
    return { merchantId, outcome: 'exists', payoutIds: existing.map(({ id }) => id) }
  })
}

async function insertDrafts(
  ctx: Context,
  tx: Transaction,
  payee: Locked<Payee>,
  { actor, period, feeBasisPoints }: Generation,
  currencies: readonly string[],
) {
  if (currencies.length === 0) return []
  const now = ctx.clock.now()
  const redemptionCount = await store.countRedemptionsOf(tx, payee, period)
  return store.insertPayouts(
    tx,
    payee,
    currencies.map((currency) => ({
      id: ctx.ids.newId('pay'),
      currency,
      status: 'draft',
      feeBasisPoints,
      redemptionCount,
      period: period.period,
      periodStart: period.start,
      periodEnd: period.end,
      grossMinor: 0,
      feeMinor: 0,
      netMinor: 0,
      renewalCount: 0,
      generatedAt: now,
      generatedBy: actor.userId,
      updatedAt: now,
    })),
  )
}

type Filling = Generation & { payee: Locked<Payee>; fresh: Awaited<ReturnType<typeof store.insertPayouts>> }

/** Sums the linked rows, so that gross equals its lines despite concurrent writes. */
async function fillDrafts(ctx: Context, tx: Transaction, { payee, fresh, period, hasLate, feeBasisPoints }: Filling) {
  const linked = await store.linkCharges(tx, payee, { period, hasLate }, fresh)
  const adjusted = await store.takeWaitingAdjustments(tx, payee, fresh)
  for (const draft of fresh) {
    const { id, currency } = draft
    const { gross = 0, count: renewalCount = 0, lateCount = 0 } = linked.get(id) ?? {}
    const amounts = amountsOf(exactly(gross), feeBasisPoints, exactly(adjusted.get(id) ?? 0))
    const saved = {
      grossMinor: amounts.gross,
      feeMinor: amounts.fee,
      adjustmentsMinor: amounts.adjustments,
      netMinor: amounts.net,
      renewalCount,
    }
    await store.saveAmounts(tx, draft, { ...saved, lateCount })
    await recordAudit(ctx, tx, {
      action: 'generate_payout',
      targetType: 'payout',
      event: payoutEvents.created,
      targetId: id,
      merchantId: payee.id,
      after: { merchant: payee.name, period: period.period, currency, status: 'draft', ...saved },
    })
  }
}
