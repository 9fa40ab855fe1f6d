import type { OneMerchant } from '@quaff/features/sessions/server'
import {
  changedFields,
  type Context,
  type EventType,
  type Locked,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import { decideLifecycle, type LifecycleAction } from '../lifecycle-rules'
import { lifecycleRefusals } from '../refusals'
import { heldApplicationOf, updateApplication } from './application-store'
import { lockMerchant, type MerchantPatch, type StoredMerchant, updateMerchantRow } from './merchant-record-store'

const recorded = ['status', 'statusReason', 'applicationStatus', 'needsReview', 'isLive', 'changeRequest'] as const

type LifecycleStep = {
  action: LifecycleAction
  auditAction: string
  event?: EventType
  patch: MerchantPatch
  /** Additional text of the audit row. */
  note?: Record<string, string>
}

/**
 * One transition of a locked merchant: checks the rule, writes it, updates the application and records the audit
 * entry.
 */
export async function recordLifecycle(
  ctx: Context,
  tx: Transaction,
  before: Locked<StoredMerchant>,
  { action, auditAction, event, patch, note = {} }: LifecycleStep,
): Promise<Locked<StoredMerchant>> {
  refuseUnlessPossible(action, before)
  const now = ctx.clock.now()
  const after = await updateMerchantRow(tx, before, patch, now)
  if (patch.applicationStatus) await carryOver(tx, before, patch.applicationStatus, now)
  const changes = changedFields(before, after, recorded)
  await recordAudit(ctx, tx, {
    action: auditAction,
    targetType: 'merchant',
    event,
    targetId: before.id,
    merchantId: before.id,
    // Start of the previous status: a restored merchant that waited for review keeps its waiting time.
    before: {
      ...changes?.before,
      ...(after.status === before.status ? {} : { statusChangedAt: before.statusChangedAt }),
    },
    after: { ...changes?.after, ...note },
  })
  return after
}

function refuseUnlessPossible(action: LifecycleAction, merchant: StoredMerchant) {
  const verdict = decideLifecycle(action, merchant)
  if (!verdict.ok) throw refuse(lifecycleRefusals, verdict.reason)
}

async function carryOver(tx: Transaction, merchant: Locked<StoredMerchant>, status: string, now: Date) {
  const application = await heldApplicationOf(tx, merchant)
  if (application && application.status !== status) await updateApplication(tx, application, { status }, now)
}

/** Locks the merchant for an editor of `version`; throws a conflict if it has changed. */
export async function lockVersion(
  tx: Transaction,
  scope: OneMerchant,
  version: number,
): Promise<Locked<StoredMerchant>> {
  const merchant = await lockMerchant(tx, scope)
  if (merchant.version !== version)
    throw staleVersion({ type: 'merchant', id: merchant.id, savedAt: merchant.updatedAt })
  return merchant
}
