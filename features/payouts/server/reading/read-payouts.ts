import { listStaffNames } from '@quaff/features/accounts/server'
import { bankingPermissions } from '@quaff/features/banking/permissions'
import { accountNumberOpens } from '@quaff/features/banking/server'
import { maskedTaxId } from '@quaff/features/merchants/rules'
import { scopeKey } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  batchReads,
  type Context,
  type Page,
  pageTotal,
  repeatedRead,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import { addressLines } from '@quaff/platform/shared/fields/address-format'
import { exactly } from '../../amount-rules'
import { listBankFiles } from '../../bank-file/server/bank-file-store'
import { bankProblemOf } from '../../bank-rules'
import {
  payoutLimits,
  type ListPayoutsInput,
  type PayoutCounts,
  type PayoutCountsInput,
  type PayoutRow,
  type PayoutRun,
  type PayoutRunInput,
  type PayoutStatus,
} from '../../contract'
import { presentAdjustment } from '../../lines/server/read-lines'
import { payoutPermissions } from '../../permissions'
import { listPastSteps } from '../../progress/server/corrections/past-steps-store'
import { findRemindedAt } from '../../progress/server/reminder-store'
import type { PayoutIdInput, PayoutStatement } from '../../statement-contract'
import { byCurrency, stepsOf } from '../../statement-rules'
import {
  findVenue,
  listAdjustments,
  listOverlaps,
  listWaitingBeside,
  type PaidVenue,
} from '../../statement/server/statement-store'
import { openPayout, openPayouts, payoutsOf, payoutsOfReader, requirePayee } from './open-payouts'
import { countPayoutRows, cursorOf, listPayoutRows, listRunRows, type ShownPayout } from './payout-read-store'
import { payoutScope } from './payout-scope'
import { sumByStatus } from './payout-totals-store'

export async function listPayouts(ctx: Context, input: ListPayoutsInput): Promise<Page<PayoutRow>> {
  const { limit, cursor, sort, order, ...filter } = input
  const { actor, scope } = payoutsOf(ctx, filter.merchantId)
  const [rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      repeatedRead(db, ['payouts', scopeKey(scope.merchants), scope.withDrafts, input], () =>
        listPayoutRows(db, scope, filter, { limit, cursor, sort, order }),
      ),
      requirePayee(db, scope),
    ]),
  )
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['payouts', scope, filter] }, () =>
    countPayoutRows(ctx.db, scope, filter),
  )
  return toPage(rows, { ...cursorOf({ sort, order }), limit, total }, (row) => presentPayoutRow(ctx, row, actor))
}

/**
 * Returns a payout without its lines, which are paged separately. Authors are for administrators, the account for roles
 * with bank access.
 */
export async function getPayout(ctx: Context, { payoutId }: PayoutIdInput): Promise<PayoutStatement> {
  const { actor, scope } = payoutsOfReader(ctx)
  const isAdmin = actor.role === adminRole
  const [{ found }, adjustments, venue, past, waiting, overlaps, remindedAt] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openPayout({ ...ctx, db }, payoutId),
      listAdjustments(db, scope, payoutId),
      findVenue(db, scope, payoutId),
      listPastSteps(db, scope, payoutId),
      isAdmin ? listWaitingBeside(db, scope, payoutId) : [],
      isAdmin ? listOverlaps(db, scope, payoutId) : [],
      isAdmin ? findRemindedAt(db, scope, payoutId) : null,
    ]),
  )
  const steps = stepsOf(found.payout, past)
  const ids = [...steps.map(({ byId }) => byId), ...[...adjustments, ...waiting].map(({ createdBy }) => createdBy)]
  const staff = new Set(isAdmin ? ids.filter((id) => id !== null) : [])
  const names = await listStaffNames(ctx.db, [...staff])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const { payout } = found
  return {
    ...presentPayoutRow(ctx, found, actor),
    ...bankOf(ctx, found, actor),
    venue: presentVenue(venue, actor),
    timeZone: ctx.settings.timeZone,
    feeBasisPoints: payout.feeBasisPoints,
    adjustmentLines: adjustments.map((line) => ({ ...presentAdjustment(line, actor), by: nameOf(line.createdBy) })),
    waiting: waiting.map((line) => ({ ...presentAdjustment(line, actor), by: nameOf(line.createdBy) })),
    remindedAt,
    failureReason: payout.failureReason,
    overlaps: payout.status === 'draft' ? overlaps : [],
    steps: steps.map(({ byId, ...step }) => ({ ...step, by: nameOf(byId) })),
  }
}

function presentVenue(venue: PaidVenue, { role }: UserActor): PayoutStatement['venue'] {
  return {
    businessName: venue?.businessName?.trim() || null,
    addressLines: addressLines(venue?.address ?? {}, { capitals: true }),
    taxIdMasked: seesBank(role) ? maskedTaxId(venue?.taxId ?? null) : null,
  }
}

const seesBank = (role: UserActor['role']) => bankingPermissions['bank.get'].some((existing) => existing === role)

/** Viewers see no part of the account (G11). */
function bankOf(ctx: Context, { payout, bank }: ShownPayout, { role }: UserActor) {
  if (!seesBank(role)) return { accountLast4: null, bankProblem: null }
  return {
    accountLast4: payout.paidToLast4 ?? bank?.accountLast4 ?? null,
    bankProblem: isUnpaid(payout.status) ? findBankProblem(ctx, { merchantId: payout.merchantId, bank }) : null,
  }
}

/** Returns a page of a month's payouts. The files are on its first page. */
export async function getPayoutRun(ctx: Context, { period, cursor }: PayoutRunInput): Promise<PayoutRun> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const limit = payoutLimits.runRows
  const [found, files] = await batchReads(ctx.db, (db) =>
    Promise.all([
      listRunRows(db, payoutScope(actor), period, { limit, cursor }),
      cursor ? [] : listBankFiles(db, period),
    ]),
  )
  const { rows, nextCursor } = toPage(found, { ...cursorOf({}), limit, total: null }, (row) => ({
    accountLast4: row.payout.paidToLast4 ?? row.bank?.accountLast4 ?? null,
    failureReason: row.payout.failureReason,
    sentAt: row.payout.sentAt,
    settledAt: row.payout.settledAt,
    remindedAt: row.remindedAt,
    failedAttempts: row.failedAttempts,
    lines: row.lines.map(({ kind, count, amount }) => ({ kind, count, amount: exactly(amount) })),
    ...presentPayoutRow(ctx, row, actor),
  }))
  return { rows, nextCursor, files }
}

/** Counts payouts by status. Merchant roles get no drafts. */
export async function countPayouts(ctx: Context, input: PayoutCountsInput): Promise<PayoutCounts> {
  const { scope } = await openPayouts(ctx, input.merchantId)
  const sums = await sumByStatus(ctx.db, scope, input)
  const counts: PayoutCounts = {
    all: 0,
    draft: 0,
    approved: 0,
    sent: 0,
    confirmed: 0,
    failed: 0,
    net: { draft: [], approved: [], sent: [], confirmed: [], failed: [] },
  }
  for (const { status, currency, count, netMinor } of sums.toSorted(byCurrency)) {
    counts.all += count
    counts[status] += count
    counts.net[status].push({ amountMinor: exactly(netMinor), currency })
  }
  return counts
}

type StoredPayee = { merchantId: string; bank: { routingNumber: string; accountNumberEncrypted: string | null } | null }

/** Returns why a payout cannot be paid yet. List, preview and bank file share this check. */
export function findBankProblem({ fieldCipher }: Pick<Context, 'fieldCipher'>, { merchantId, bank }: StoredPayee) {
  if (!bank) return bankProblemOf(null)
  const { routingNumber, accountNumberEncrypted } = bank
  const hasAccountNumber = accountNumberEncrypted !== null
  const numberOpens = hasAccountNumber && accountNumberOpens(fieldCipher, { merchantId, accountNumberEncrypted })
  return bankProblemOf({ hasAccountNumber, numberOpens, routingNumber })
}

/** Lists every field explicitly. */
export function presentPayoutRow(
  ctx: Pick<Context, 'fieldCipher'>,
  { payout, merchantName, bank }: ShownPayout,
  reader: UserActor,
): PayoutRow {
  const isAdmin = reader.role === adminRole
  const { merchantId } = payout
  return {
    id: payout.id,
    merchantId: payout.merchantId,
    merchantName: merchantName.trim() || 'Unknown Merchant',
    period: payout.period,
    periodStart: payout.periodStart,
    periodEnd: payout.periodEnd,
    currency: payout.currency,
    status: payout.status,
    gross: payout.grossMinor,
    fee: payout.feeMinor,
    adjustments: payout.adjustmentsMinor,
    net: payout.netMinor,
    renewalCount: payout.renewalCount,
    redemptionCount: payout.redemptionCount,
    bankProblem: isAdmin && isUnpaid(payout.status) ? findBankProblem(ctx, { merchantId, bank }) : null,
    exportedAt: isAdmin ? payout.exportedAt : null,
    updatedAt: payout.updatedAt,
    version: payout.version,
  }
}

/** Today's bank details do not matter for paid ones. */
function isUnpaid(status: PayoutStatus) {
  return status === 'draft' || status === 'approved' || status === 'failed'
}
