import { addUserActivity } from '@quaff/features/activity/server'
import {
  type Context,
  type ExportedFile,
  inTransaction,
  pagesOf,
  recordAudit,
  rowsFile,
  type UserActor,
} from '@quaff/platform/server'
import { exactly } from '../../amount-rules'
import type { ExportStatementInput } from '../../contract'
import { listRedemptionRows, listRenewalRows, redemptionOrder, renewalOrder } from '../../lines/server/line-store'
import { presentAdjustment, presentRedemption, presentRenewal } from '../../lines/server/read-lines'
import { openPayout, type OpenPayouts } from '../../server/reading/open-payouts'
import type { ShownPayout } from '../../server/reading/payout-read-store'
import { closingLines, redemptionLine, renewalLine, statementColumns, type StatementLine } from './statement-lines'
import { listAdjustments, type AdjustmentDetails } from './statement-store'

type Opened = OpenPayouts & { found: ShownPayout }

/** Exports every line of one statement. The audit row precedes the first line. */
export async function exportStatement(ctx: Context, input: ExportStatementInput): Promise<ExportedFile> {
  const { payoutId, format } = input
  const opened = await openPayout(ctx, payoutId)
  const { payout } = opened.found
  await tellOfExport(ctx, opened.actor, payout, format)
  const adjustments = await listAdjustments(ctx.db, opened.scope, payoutId)
  const pages = statementLines(ctx, opened, adjustments)
  const name = `statement-${payout.period}-${payout.currency}`
  const file = rowsFile(ctx, { name, format }, statementColumns(opened.found), pages)
  return { ...file, fileName: `${name}-${payout.id}.${format}` }
}

function tellOfExport(
  ctx: Context,
  { userId }: UserActor,
  { id, merchantId, period }: ShownPayout['payout'],
  format: ExportStatementInput['format'],
) {
  return inTransaction(ctx, async (tx) => {
    await addUserActivity(ctx, tx, { userId, action: 'export', details: { what: 'statement', format } })
    await recordAudit(ctx, tx, {
      action: 'export_statement',
      targetType: 'payout',
      targetId: id,
      merchantId,
      after: { period, format },
    })
  })
}

async function* statementLines(
  ctx: Context,
  { actor, scope, found }: Opened,
  adjustments: readonly AdjustmentDetails[],
): AsyncGenerator<StatementLine[]> {
  const { payout } = found
  let sum = 0
  for await (const rows of pagesOf(ctx.db, renewalOrder, (page) => listRenewalRows(ctx.db, scope, payout, page))) {
    sum = rows.reduce((total, { amountMinor }) => exactly(total + amountMinor), sum)
    yield rows.map((row) => renewalLine(presentRenewal(row, payout, actor)))
  }
  for await (const rows of pagesOf(ctx.db, redemptionOrder, (page) =>
    listRedemptionRows(ctx.db, scope, payout, page),
  )) {
    yield rows.map((row) => redemptionLine(presentRedemption(row, actor)))
  }
  refuseDifference(ctx, payout, sum, adjustments)
  yield closingLines(
    found,
    adjustments.map((line) => presentAdjustment(line, actor)),
  )
}

/**
 * The payout may be discarded or adjusted during the export. An aborted download is better than one with wrong sums.
 */
function refuseDifference(
  { log }: Context,
  { id, grossMinor, adjustmentsMinor }: ShownPayout['payout'],
  renewals: number,
  adjustments: readonly AdjustmentDetails[],
) {
  const adjusted = adjustments.reduce((total, { amountMinor }) => total + amountMinor, 0)
  if (renewals === grossMinor && adjusted === adjustmentsMinor) return
  log.error('statement_differs', { payoutId: id, grossMinor, renewals, adjustmentsMinor, adjusted })
  throw new Error('The lines of this statement don’t add up.')
}
