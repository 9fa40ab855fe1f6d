import { addPayoutLine, holdInDraft, lockPayee } from '@quaff/features/payouts/server'
import { decideHold } from '@quaff/features/subscriptions/server'
import {
  anonymous,
  type AuditEntry,
  type Context,
  inTransaction,
  recordAudit,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import {
  disputeEvents,
  refundEvents,
  type RefundKind,
  type RefundProblem,
  type RefundSource,
  type RefundStatus,
} from '../contract'
import { claimsOf, isNewer, lineKindOf, lineReasonOf, owedOf, takenOf } from '../rules'
import {
  findByHand,
  findByProvider,
  findChargeAt,
  insertRefund,
  listOfCharge,
  listOfSubscriptions,
  listPlaceable,
  type StoredCharge,
  type StoredRefund,
  updateRefund,
} from './refund-store'

/** One state of a refund or dispute as its source reports it. */
export type RefundState = {
  source: RefundSource
  providerId: string
  paymentGroup?: string | null
  /** The amount is what all refunds of the group come to. */
  isSum?: boolean
  isAnother?: boolean
  kind: RefundKind
  status: RefundStatus
  merchantId: string
  subscriptionId: string
  chargeAt: Date
  amountMinor: number
  currency: string
  reason: string | null
  occurredAt: Date
  stateAt: Date
  stateStep?: number
  createdBy?: string | null
}

/** `foreign`: another merchant has the refund of this id. */
type RefundOutcome = 'created' | 'updated' | 'same' | 'older' | 'foreign'
export type RecordedRefund = { outcome: RefundOutcome; id: string; problem: RefundProblem | null }

/**
 * Records a refund state once, in any order of arrival, and books its effects. It locks the merchant first, so a
 * caller with several merchants must record in the order of their ids.
 */
export async function recordRefund(ctx: Context, tx: Transaction, state: RefundState): Promise<RecordedRefund> {
  await lockPayee(tx, state)
  const existing = await findByProvider(tx, state)
  if (existing && existing.merchantId !== state.merchantId)
    return { outcome: 'foreign', id: existing.id, problem: null }
  const asRow = { ...state, stateStep: state.stateStep ?? 0, sumMinor: state.isSum ? state.amountMinor : null }
  if (existing && !isNewer(asRow, existing)) {
    const isSame = existing.stateAt.getTime() === asRow.stateAt.getTime() && existing.status === asRow.status
    return { outcome: isSame ? 'same' : 'older', id: existing.id, problem: existing.problem }
  }
  const byHand = existing ? undefined : await findClaimed(tx, asRow)
  const before = existing ?? byHand
  const row = before ? await replace(ctx, tx, before, asRow) : await insert(ctx, tx, asRow)
  if (byHand) await note(ctx, tx, { action: 'match_refund' }, row, before)
  if (before?.status !== row.status) await note(ctx, tx, audited[row.status], row, before)
  const { problem } = await settleRefund(ctx, tx, row)
  return { outcome: existing ? 'updated' : 'created', id: row.id, problem }
}

type Stated = RefundState & { stateStep: number; sumMinor: number | null }

async function insert(ctx: Context, tx: Transaction, { isSum: _isSum, ...state }: Stated) {
  const now = ctx.clock.now()
  const row = await insertRefund(tx, { ...state, id: ctx.ids.newId('ref'), createdAt: now, updatedAt: now })
  // Another merchant took the id at the same moment: the next try reports it.
  if (!row) throw new Error('a refund of this id was recorded for another merchant')
  return row
}

/** A reported refund takes the place of one that was recorded by hand for the same charge and amount. */
async function findClaimed(tx: Transaction, state: Stated) {
  if (state.source === 'manual' || state.kind === 'dispute' || state.isSum) return undefined
  const charge = await findChargeAt(tx, state)
  return charge?.currency === state.currency ? findByHand(tx, charge, state.amountMinor) : undefined
}

/** Its charge stays once it is known, and so does the reason that an administrator gave. */
function replace(ctx: Context, tx: Transaction, before: StoredRefund, state: Stated) {
  const { source, providerId, status, amountMinor, sumMinor, currency, stateAt, stateStep } = state
  return updateRefund(tx, before.id, {
    source,
    providerId,
    status,
    amountMinor,
    sumMinor,
    currency,
    stateAt,
    stateStep,
    paymentGroup: state.paymentGroup ?? before.paymentGroup,
    occurredAt: before.source === 'manual' ? state.occurredAt : before.occurredAt,
    reason: before.createdBy === null ? (state.reason ?? before.reason) : before.reason,
    updatedAt: ctx.clock.now(),
  })
}

const audited = {
  recorded: { action: 'record_refund', event: refundEvents.recorded },
  reversed: { action: 'reverse_refund', event: refundEvents.reversed },
  open: { action: 'open_dispute', event: disputeEvents.opened },
  won: { action: 'close_dispute', event: disputeEvents.closed },
  lost: { action: 'close_dispute', event: disputeEvents.closed },
} as const satisfies Record<RefundStatus, Pick<AuditEntry, 'action' | 'event'>>

function note(
  ctx: Context,
  tx: Transaction,
  what: Pick<AuditEntry, 'action' | 'event'>,
  row: StoredRefund,
  before: StoredRefund | undefined,
) {
  const { id: targetId, merchantId, subscriptionId, source, status, amountMinor, currency, reason } = row
  return recordAudit(ctx, tx, {
    ...what,
    targetType: 'refund',
    targetId,
    merchantId,
    ...(before && { before: { status: before.status, amountMinor: before.amountMinor } }),
    after: { subscriptionId, source, status, amountMinor, currency, reason },
  })
}

/**
 * Books the difference between a charge's lines and hold and what its refunds and disputes now require. The caller
 * must hold the merchant lock; without a charge it books nothing yet.
 */
async function settleRefund(ctx: Context, tx: Transaction, refund: StoredRefund) {
  const charge = await findChargeAt(tx, { ...refund, chargeAt: refund.chargePeriodStart ?? refund.chargeAt })
  if (!charge) return refund
  const existing = refund.chargePeriodStart
    ? refund
    : await updateRefund(tx, refund.id, { chargePeriodStart: charge.periodStart, updatedAt: ctx.clock.now() })
  const rows = await listOfCharge(tx, charge)
  if (existing.kind === 'dispute') await settleHold(ctx, tx, charge, rows)
  await saveSums(ctx, tx, rows)
  const { taken, claimed } = takenOf(rows, charge)
  const stillToTake = taken - rows.reduce((sum, { bookedMinor }) => sum + bookedMinor, 0)
  const problem = problemOf(existing, charge, claimed)
  if (stillToTake !== 0) await bookLine(ctx, tx, existing, charge, stillToTake)
  if (stillToTake === 0 && problem === existing.problem) return existing
  const bookedMinor = existing.bookedMinor + stillToTake
  return updateRefund(tx, existing.id, { bookedMinor, problem, updatedAt: ctx.clock.now() })
}

/** Each refund that has its own event reduces what the sum counts for. */
async function saveSums(ctx: Context, tx: Transaction, rows: readonly StoredRefund[]) {
  const claims = claimsOf(rows)
  for (const row of rows) {
    const amountMinor = claims.get(row.id) ?? 0
    if (row.sumMinor !== null && amountMinor !== row.amountMinor)
      await updateRefund(tx, row.id, { amountMinor, updatedAt: ctx.clock.now() })
  }
}

function problemOf(refund: StoredRefund, charge: StoredCharge, claimed: number) {
  if (refund.currency !== charge.currency) return 'FOREIGN_CURRENCY'
  return claimed > owedOf(charge) && refund.status !== 'reversed' ? 'EXCEEDS_CHARGE' : null
}

function bookLine(ctx: Context, tx: Transaction, refund: StoredRefund, charge: StoredCharge, stillToTake: number) {
  const kind = lineKindOf(refund.kind, stillToTake)
  return addPayoutLine(ctx, tx, {
    merchantId: charge.merchantId,
    currency: charge.currency,
    kind,
    amountMinor: -stillToTake,
    reason: lineReasonOf(kind, refund.reason),
    charge,
    refundId: refund.id,
    by: refund.createdBy,
  })
}

/** Held while a dispute is open; what an administrator has released stays so. */
async function settleHold(ctx: Context, tx: Transaction, charge: StoredCharge, rows: readonly StoredRefund[]) {
  const hold = { ...charge, reason: 'dispute' } as const
  const isOpen = rows.some(
    ({ kind, status, currency }) => kind === 'dispute' && status === 'open' && currency === charge.currency,
  )
  const at = ctx.clock.now()
  if (isOpen) await holdInDraft(ctx, tx, { ...hold, createdAt: at })
  else await decideHold(tx, hold, { at, by: null, pays: true })
}

const perRun = 500

/** Books refunds of these subscriptions that arrived before their charge, and the effect of a changed charge amount. */
export async function placeRefunds(ctx: Context, tx: Transaction, subscriptionIds: readonly string[]) {
  if (subscriptionIds.length === 0) return
  const merchantIds = (await listOfSubscriptions(tx, subscriptionIds)).map(({ merchantId }) => merchantId)
  for (const merchantId of new Set(merchantIds)) await lockPayee(tx, { merchantId })
  // Read again under the lock: another transaction may have placed some of them.
  for (const refund of onePerCharge(await listOfSubscriptions(tx, subscriptionIds))) await settleRefund(ctx, tx, refund)
}

/** One entry settles its whole charge. */
function onePerCharge(rows: readonly StoredRefund[]) {
  const chargeOf = ({ id, subscriptionId, chargePeriodStart }: StoredRefund) =>
    chargePeriodStart ? `${subscriptionId} ${chargePeriodStart.getTime()}` : id
  return [...new Map(rows.map((row) => [chargeOf(row), row])).values()]
}

/** Places refunds whose charge was written by an import or another process. */
export async function placeWaitingRefunds(services: Services) {
  const ctx: Context = {
    ...services,
    actor: anonymous,
    request: { requestId: services.ids.newId('req'), network: 'job', userAgent: 'job', browser: null },
    cookies: { setSession: () => {}, clearCache: () => {}, setBrowser: () => {} },
  }
  for (const subscriptionId of await listPlaceable(services.db, perRun))
    await inTransaction(services, (tx) => placeRefunds(ctx, tx, [subscriptionId])).catch((error: unknown) =>
      services.log.error('refunds weren’t matched', { subscriptionId, error: String(error) }),
    )
}
