import { loadPlatformSettings } from '@quaff/features/settings/server'
import { authorize, type Context, nextCursor } from '@quaff/platform/server'
import { exactly } from '../../amount-rules'
import {
  generationLimits,
  type PayoutPreview,
  type PayoutPreviewRow,
  type PreviewPayoutsInput,
} from '../../generation-contract'
import { rangeOfPeriod, shiftPeriod } from '../../period-rules'
import { payoutPermissions } from '../../permissions'
import { findBankProblem } from '../../server/reading/read-payouts'
import { byCurrency } from '../../statement-rules'
import { openPeriod } from './list-periods'
import * as store from './preview-store'

const limit = generationLimits.previewRows

/** Pages through what a generation would create, with its totals, then through existing payouts. Writes nothing. */
export async function previewPayouts(ctx: Context, input: PreviewPayoutsInput): Promise<PayoutPreview> {
  authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const { state, cursor, merchantId } = input
  const period = openPeriod(ctx, input.period)
  const measuredAt = ctx.clock.now()
  const { platformFeeBasisPoints: feeBasisPoints } = await loadPlatformSettings(ctx.db)
  const before = rangeOfPeriod(ctx.settings.timeZone, shiftPeriod(period.period, -1))
  const previewed = { period, before, feeBasisPoints, merchantId }
  const found = await store.readNewPayouts(
    ctx.db,
    previewed,
    state === 'new' ? { cursor, limit } : { cursor: null, limit: 0 },
  )
  const isFull = found.rows.length === limit || found.existing === 0
  const rest = { cursor: state === 'exists' ? cursor : null, limit: limit - found.rows.length }
  const existing = isFull ? [] : await store.listGenerated(ctx.db, previewed, rest)
  const rows = [
    ...found.rows.map((row) => ({ ...row, ...exactAmounts(row), state: 'new' as const })),
    ...existing.map((row) => ({ ...row, state: 'exists' as const })),
  ]
  return {
    ...period,
    feeBasisPoints,
    totals: found.totals
      .map(({ currency, count, ...amounts }) => ({ currency, count, ...exactAmounts(amounts) }))
      .toSorted(byCurrency),
    late: found.late,
    withoutBank: countOf(found.totals) - countPayable(ctx, found.banks),
    belowZero: found.belowZero,
    overlaps: found.overlaps,
    existing: found.existing,
    rows: rows.map((row) => presentRow(ctx, row)),
    next: nextOf(rows),
    measuredAt,
    timeZone: ctx.settings.timeZone,
  }
}

type Row = Omit<PayoutPreviewRow, 'bankProblem'> & { sortValue: string; bank: store.StoredBank | null }

function presentRow(ctx: Context, { sortValue: _sortValue, bank, ...row }: Row): PayoutPreviewRow {
  return { ...row, bankProblem: findBankProblem(ctx, { merchantId: row.merchantId, bank }) }
}

function nextOf(rows: readonly Row[]): PayoutPreview['next'] {
  const keys = rows.map((row) => ({ id: `${row.merchantId} ${row.currency}`, sortValue: row.sortValue }))
  const cursor = nextCursor(keys, { name: 'payout-preview', order: 'asc', limit })
  const last = rows.at(-1)
  return cursor === null || !last ? null : { state: last.state, cursor }
}

function exactAmounts({ gross, fee, adjustments, net }: Record<'gross' | 'fee' | 'adjustments' | 'net', string>) {
  return { gross: exactly(gross), fee: exactly(fee), adjustments: exactly(adjustments), net: exactly(net) }
}

const countOf = (totals: readonly { count: number }[]) => totals.reduce((sum, { count }) => sum + count, 0)

function countPayable(ctx: Context, [merchantIds, routingNumbers, sealed]: store.NewSums['banks']) {
  return merchantIds.filter((merchantId, index) => {
    const bank = { routingNumber: routingNumbers[index] ?? '', accountNumberEncrypted: sealed[index] ?? null }
    return findBankProblem(ctx, { merchantId, bank }) === null
  }).length
}
