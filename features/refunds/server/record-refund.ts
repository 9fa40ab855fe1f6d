import { lockPayee } from '@quaff/features/payouts/server'
import { recordAudit, type AuditEntry } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import {
  disputeEvents,
  refundEvents,
  type RefundKind,
  type RefundProblem,
  type RefundSource,
  type RefundStatus,
} from '../contract'
import { isNewer } from '../rules'
import { findByHand, findByProvider, findChargeAt, insertRefund, updateRefund, type StoredRefund } from './refund-store'
import { settleRefund } from './settle-refund'

/** One state of a refund or dispute as its source tells it. */
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
export type RefundOutcome = 'created' | 'updated' | 'same' | 'older' | 'foreign'
export type RecordedRefund = { outcome: RefundOutcome; id: string; problem: RefundProblem | null }

/**
 * Takes a state of a refund once, in whatever order states come, and books what follows from it. Locks the merchant first:
 * a caller with several merchants records in the order of their ids.
 */
export async function recordRefund(ctx: Context, tx: Transaction, state: RefundState): Promise<RecordedRefund> {
  await lockPayee(tx, state)
  const known = await findByProvider(tx, state)
  if (known && known.merchantId !== state.merchantId) return { outcome: 'foreign', id: known.id, problem: null }
  const asRow = { ...state, stateStep: state.stateStep ?? 0, sumMinor: state.isSum ? state.amountMinor : null }
  if (known && !isNewer(asRow, known)) {
    const isSame = known.stateAt.getTime() === asRow.stateAt.getTime() && known.status === asRow.status
    return { outcome: isSame ? 'same' : 'older', id: known.id, problem: known.problem }
  }
  const byHand = known ? undefined : await findClaimed(tx, asRow)
  const before = known ?? byHand
  const row = before ? await replace(ctx, tx, before, asRow) : await insert(ctx, tx, asRow)
  if (byHand) await note(ctx, tx, { action: 'match_refund' }, row, before)
  if (before?.status !== row.status) await note(ctx, tx, audited[row.status], row, before)
  const { problem } = await settleRefund(ctx, tx, row)
  return { outcome: known ? 'updated' : 'created', id: row.id, problem }
}

type Stated = RefundState & { stateStep: number; sumMinor: number | null }

async function insert(ctx: Context, tx: Transaction, { isSum: _isSum, ...state }: Stated): Promise<StoredRefund> {
  const now = ctx.clock.now()
  const row = await insertRefund(tx, { ...state, id: ctx.ids.newId('ref'), createdAt: now, updatedAt: now })
  // Another merchant took the id at the same moment: the next try reports it.
  if (!row) throw new Error('a refund of this id was recorded for another merchant')
  return row
}

/** A reported refund takes the place of one that was recorded by hand for the same charge and amount. */
async function findClaimed(tx: Transaction, state: Stated): Promise<StoredRefund | undefined> {
  if (state.source === 'manual' || state.kind === 'dispute' || state.isSum) return undefined
  const charge = await findChargeAt(tx, state)
  return charge?.currency === state.currency ? findByHand(tx, charge, state.amountMinor) : undefined
}

/** Its charge stays once it is known, and so does the reason that an administrator gave. */
function replace(ctx: Context, tx: Transaction, before: StoredRefund, state: Stated): Promise<StoredRefund> {
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
