import { loadPlatformSettings } from '@quaff/features/settings/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { rangeOfPeriod, shiftPeriod } from '../../period/rules'
import { openPeriod } from '../../period/server/open-period'
import { payoutPermissions } from '../../permissions'
import { findBankProblem } from '../../server/reading/bank-problem'
import type { PayoutPreview, PayoutPreviewRow, PreviewPayoutsInput } from '../contract'
import { previewOf, type NewRow } from '../rules'
import * as store from './preview-store'

type Amounts = Omit<PayoutPreviewRow, 'merchantName' | 'bankProblem'>

/** What generating would make and what it would leave as it is; writes nothing. */
export async function previewPayouts(ctx: Context, input: PreviewPayoutsInput): Promise<PayoutPreview> {
  authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const range = openPeriod(ctx, input.period)
  const measuredAt = ctx.clock.now()
  const { platformFeeBasisPoints: feeBasisPoints } = await loadPlatformSettings(ctx.db)
  const before = rangeOfPeriod(ctx.settings.timeZone, shiftPeriod(range.period, -1))
  const [sums, generated] = await Promise.all([
    store.sumForPreview(ctx.db, range, before),
    store.listGenerated(ctx.db, range),
  ])
  const fresh: NewRow[] = previewOf({ ...sums, generated }, feeBasisPoints)
  const amounts: Amounts[] = [
    ...generated.map((row) => ({ ...row, state: 'exists' as const })),
    ...fresh.map((row) => ({ ...row, state: 'new' as const })),
  ]
  return { ...range, feeBasisPoints, measuredAt, timeZone: ctx.settings.timeZone, rows: await namePayees(ctx, amounts) }
}

/** Whoever is gone is not paid. */
async function namePayees(ctx: Context, rows: readonly Amounts[]): Promise<PayoutPreviewRow[]> {
  const ids = [...new Set(rows.map(({ merchantId }) => merchantId))]
  const payees = new Map((await store.listPayees(ctx.db, ids)).map((payee) => [payee.id, payee]))
  return rows
    .flatMap((row): PayoutPreviewRow[] => {
      const payee = payees.get(row.merchantId)
      if (!payee) return []
      const bankProblem = findBankProblem(ctx, { merchantId: payee.id, bank: payee.bank })
      return [{ ...row, merchantName: payee.name, bankProblem }]
    })
    .toSorted(byNameAndCurrency)
}

function byNameAndCurrency(one: PayoutPreviewRow, other: PayoutPreviewRow): number {
  const byName = one.merchantName.toLowerCase().localeCompare(other.merchantName.toLowerCase())
  return byName || one.merchantId.localeCompare(other.merchantId) || one.currency.localeCompare(other.currency)
}
