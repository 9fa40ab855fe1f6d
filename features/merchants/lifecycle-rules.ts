import { isTypedName } from '@quaff/platform/shared/pasted-text'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { applicationStatuses, merchantStatuses, type ApplicationStatus, type MerchantStatus } from './contract'
import type { deletionRefusals, editingRefusals, lifecycleRefusals } from './refusals'

export type LifecycleState = {
  status: string
  statusBefore: string | null
  needsReview: boolean
  isLive: boolean
  applicationStatus: string | null
  changeRequest: unknown
}

/** Spec §4: a merchant without a known status is one that waits for review. */
export function readStatus(status: string): MerchantStatus {
  return merchantStatuses.find((known) => known === status) ?? 'pending_review'
}

export function readApplicationStatus(status: string | null): ApplicationStatus | null {
  return applicationStatuses.find((known) => known === status) ?? null
}

/** Waits for a decision (specification-gaps.md, "States"). */
export function isInReview({ status, needsReview }: Pick<LifecycleState, 'status' | 'needsReview'>): boolean {
  return readStatus(status) === 'pending_review' || needsReview
}

export const lifecycleActions = [
  'approve',
  'requestChanges',
  'decline',
  'suspend',
  'archive',
  'restore',
  'markReviewed',
] as const
export type LifecycleAction = (typeof lifecycleActions)[number]

type LifecycleReason = ReasonIn<typeof lifecycleRefusals>

/** Allowed statuses of each action. Suspended, declined or archived merchants must be restored first. */
const startsFrom = {
  approve: ['pending', 'pending_review', 'active'],
  requestChanges: ['pending', 'pending_review', 'active'],
  decline: ['pending', 'pending_review'],
  suspend: ['active'],
  archive: ['pending', 'pending_review', 'active', 'suspended', 'rejected'],
  restore: ['suspended', 'rejected', 'archived'],
  markReviewed: ['pending', 'active', 'suspended', 'rejected', 'archived'],
} as const satisfies Record<LifecycleAction, readonly MerchantStatus[]>

const stopped: Partial<Record<MerchantStatus, LifecycleReason>> = {
  suspended: 'SUSPENDED',
  rejected: 'DECLINED',
  archived: 'ARCHIVED',
}

export function decideLifecycle(action: LifecycleAction, state: LifecycleState): Verdict<LifecycleReason> {
  const status = readStatus(state.status)
  const isPossible = startsFrom[action].some((start) => start === status)
  if (!isPossible) return { ok: false, reason: refusalOf(action, status) }
  const answersReview = action === 'approve' || action === 'requestChanges'
  if (answersReview && !isInReview(state)) return { ok: false, reason: 'NOT_IN_REVIEW' }
  if (action === 'markReviewed' && !state.needsReview) return { ok: false, reason: 'ALREADY_REVIEWED' }
  return { ok: true }
}

function refusalOf(action: LifecycleAction, status: MerchantStatus) {
  if (action === 'restore') return 'NOT_STOPPED'
  if (action === 'markReviewed') return 'AWAITS_APPROVAL'
  if (action === 'decline' && status === 'active') return 'ALREADY_ACTIVE'
  return stopped[status] ?? 'NOT_ACTIVE'
}

export type LifecyclePatch = {
  status?: MerchantStatus
  statusBefore?: MerchantStatus | null
  statusReason?: string | null
  needsReview?: boolean
  isLive?: boolean
  applicationStatus?: ApplicationStatus
  changeRequest?: null
}

/** Before its first approval a merchant only states whether it should open; lifting a decline returns there. */
export function awaitsApproval(status: string): boolean {
  const known = readStatus(status)
  return known === 'pending' || known === 'pending_review' || known === 'rejected'
}

/**
 * Returns true if the merchant is live or, before its approval, if approval opens it. The application holds that choice
 * (`settings.isLive`); without one the merchant's own switch does.
 */
export function choosesLive({ status, isLive }: Pick<LifecycleState, 'status' | 'isLive'>, wish: unknown): boolean {
  return awaitsApproval(status) && typeof wish === 'boolean' ? wish : isLive
}

/** Approval opens the merchant if its owner chose so. An active one is unchanged. */
export function approvalOf(state: LifecycleState, wish: unknown): LifecyclePatch {
  return {
    status: 'active',
    statusBefore: null,
    statusReason: null,
    applicationStatus: 'approved',
    needsReview: false,
    changeRequest: null,
    isLive: choosesLive(state, wish),
  }
}

/**
 * Returns it to the owners, who request approval again. An active merchant keeps serving its subscribers and stays in
 * review until it was checked again.
 */
export function changesRequestedOf({ status }: LifecycleState): LifecyclePatch {
  if (status === 'active') return { needsReview: true }
  return { status: 'pending', applicationStatus: 'changes_requested', needsReview: false }
}

export function declineOf({ status }: LifecycleState, statusReason: string): LifecyclePatch {
  return {
    status: 'rejected',
    statusBefore: readStatus(status),
    statusReason,
    applicationStatus: 'rejected',
    needsReview: false,
  }
}

/** Keeps `isLive`: only an active merchant is live, and restoring returns it to what it was. */
export function suspensionOf(_: LifecycleState, statusReason: string): LifecyclePatch {
  return { status: 'suspended', statusBefore: 'active', statusReason, needsReview: false }
}

export function archivingOf({ status }: LifecycleState, statusReason: string): LifecyclePatch {
  return { status: 'archived', statusBefore: readStatus(status), statusReason, needsReview: false }
}

/** Status after restoring if none is stored: only active ones are suspended; all others need a review. */
const defaultBefore = { suspended: 'active', rejected: 'pending_review', archived: 'pending_review' } as const

/** A restored merchant that waited for review waits again; lifting a decline also revives the application. */
export function restorationOf(state: LifecycleState): LifecyclePatch {
  const from = readStatus(state.status)
  const status = statusBeforeOf(state, from)
  const patch = { status, statusBefore: null, statusReason: null, needsReview: status === 'pending_review' }
  return from === 'rejected' ? { ...patch, applicationStatus: revivedApplication(state, status) } : patch
}

function statusBeforeOf({ statusBefore }: LifecycleState, from: MerchantStatus) {
  if (from !== 'suspended' && from !== 'rejected' && from !== 'archived') return from
  const isNoted = statusBefore !== null && statusBefore !== from
  return isNoted ? readStatus(statusBefore) : defaultBefore[from]
}

function revivedApplication({ changeRequest }: LifecycleState, status: MerchantStatus) {
  if (status === 'pending_review') return 'submitted'
  return changeRequest ? 'changes_requested' : 'pending_setup'
}

/** An active merchant has nothing left to decide, including a request for changes. */
export function reviewedOf({ status }: LifecycleState): LifecyclePatch {
  return status === 'active' ? { needsReview: false, changeRequest: null } : { needsReview: false }
}

/** Owners pause and resume an approved merchant; administrators set the wish in any state but archived. */
export function decideLiveness(isAdministrator: boolean, status: string): Verdict<ReasonIn<typeof editingRefusals>> {
  if (status === 'archived') return { ok: false, reason: 'ARCHIVED' }
  if (!isAdministrator && status !== 'active') return { ok: false, reason: 'NOT_APPROVED' }
  return { ok: true }
}

/** Owners no longer edit what was declined or archived; administrators may. */
export function decideEditing(isAdministrator: boolean, status: string): Verdict<ReasonIn<typeof editingRefusals>> {
  if (isAdministrator) return { ok: true }
  if (status === 'archived') return { ok: false, reason: 'ARCHIVED' }
  if (status === 'rejected') return { ok: false, reason: 'DECLINED' }
  return { ok: true }
}

/** `payouts` counts the adjustments that wait for one too. */
export type UsageDetails = { subscriptions: number; redemptions: number; payouts: number }
export type DeletionDetails = UsageDetails & {
  name: string
  confirmName: string
  status: string
  /** How many merchants an owner has; undefined for administrators. */
  ownMerchants: number | undefined
}

/** Returns true if it has no subscriptions, redemptions or payouts. */
export function isUnused({ subscriptions, redemptions, payouts }: UsageDetails): boolean {
  return subscriptions === 0 && redemptions === 0 && payouts === 0
}

/** Only unused merchants can be deleted; others are archived. Owners delete another venue while they set it up. */
export function decideDeletion(details: DeletionDetails): Verdict<ReasonIn<typeof deletionRefusals>> {
  const { ownMerchants, status } = details
  if (ownMerchants !== undefined && readStatus(status) !== 'pending') return { ok: false, reason: 'NOT_IN_SETUP' }
  if (ownMerchants === 1) return { ok: false, reason: 'ONLY_VENUE' }
  if (!isUnused(details)) return { ok: false, reason: 'IN_USE' }
  return isTypedName(details.confirmName, details.name) ? { ok: true } : { ok: false, reason: 'NAME' }
}
