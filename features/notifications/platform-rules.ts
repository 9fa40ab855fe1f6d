import { endpointsPath } from '@quaff/features/webhooks/rules'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import { notificationLimits, type WaitingKind } from './contract'
import { countText, type PendingItem } from './rules'

/** `onlyId`: of the one that it is, when it is a single one. */
export type Tally = { count: number; oldest: Date | null; newest: Date | null; onlyId: string | null }

export type JobDetails = {
  kind: string
  isRecurring: boolean
  runAt: Date
  lockedUntil: Date | null
  attempts: number
  lastError: string | null
  /** Given up. */
  deadAt: Date | null
}

export type RefundTally = Tally & { last: NamedRefund | null }
export type NamedRefund = {
  merchantId: string
  merchantName: string
  planName: string | null
  subscriptionId: string
  amountMinor: number
  currency: string
}

export type PlatformDetails = {
  inReview: Tally
  registrations: Tally
  /** Submissions of signup forms. */
  submissions: Tally
  /**
   * Applications of the partner pages. Those with a new account are also registrations, and one decision settles
   * both.
   */
  applications: Tally
  stuckInvitations: Tally
  /** Drafts. */
  payoutDrafts: Tally
  /** The newest of the last days, to name it. */
  openDisputes: RefundTally
  refunds: RefundTally
  /** Endpoints that were disabled after failures, not by a person. */
  webhooksOff: Tally
  /** Recurring ones, and those given up of late. */
  jobs: readonly JobDetails[]
  mailKind: string
  /** The administrator must set up a second factor. */
  lacksSecondFactor: boolean
}

/** Returns the pending items of administrators, identical for all except those of their own account. */
export function platformItems(details: PlatformDetails, now: Date): PendingItem[] {
  const {
    inReview,
    registrations,
    submissions,
    applications,
    stuckInvitations,
    payoutDrafts,
    webhooksOff,
    jobs,
    mailKind,
  } = details
  const dead = jobs.filter(({ deadAt }) => deadAt !== null)
  return [
    ...fromTally(inReview, {
      kind: 'merchants_in_review',
      title: `${countText(inReview.count, 'merchant waits', 'merchants wait')} for review`,
      detail: null,
      href: '/merchants?desk=true',
      urgent: isOverdue(inReview, now),
    }),
    ...fromTally(registrations, {
      kind: 'registrations',
      title: `${countText(registrations.count, 'registration waits', 'registrations wait')} for approval`,
      detail: null,
      href: oneOrList('/users?tab=pending&status=pending_approval', registrations),
      urgent: isOverdue(registrations, now),
    }),
    ...fromTally(submissions, {
      kind: 'submissions',
      title: `${countText(submissions.count, 'submission waits', 'submissions wait')} for an answer`,
      detail: null,
      href: oneOrList('/merchant-signup-forms?tab=submissions&status=submitted', submissions),
      urgent: isOverdue(submissions, now),
    }),
    ...fromTally(applications, {
      kind: 'applications',
      title: `${countText(applications.count, 'partner application waits', 'partner applications wait')} for an answer`,
      detail: null,
      href: oneOrList('/applications?status=submitted', applications),
      urgent: isOverdue(applications, now),
    }),
    ...fromTally(stuckInvitations, stuckText('stuck_invitations', stuckInvitations)),
    ...fromTally(payoutDrafts, {
      kind: 'payouts_to_approve',
      title: `${countText(payoutDrafts.count, 'payout waits', 'payouts wait')} for approval`,
      detail: null,
      href: oneOrList('/payouts?status=draft', payoutDrafts),
      urgent: false,
    }),
    ...fromTally(details.openDisputes, {
      kind: 'open_disputes',
      title: `${countText(details.openDisputes.count, 'dispute is', 'disputes are')} open`,
      detail: refundText(details.openDisputes),
      href: refundHref(details.openDisputes),
      urgent: true,
    }),
    ...fromTally(details.refunds, {
      kind: 'refunds_recorded',
      title: `${countText(details.refunds.count, 'refund was', 'refunds were')} recorded`,
      detail: refundText(details.refunds),
      href: refundHref(details.refunds),
      urgent: false,
    }),
    ...fromTally(webhooksOff, {
      kind: 'webhooks_off',
      title: `${countText(webhooksOff.count, 'webhook endpoint was', 'webhook endpoints were')} disabled`,
      detail: 'The receiver kept failing. No events are sent until you enable it again.',
      href: oneOrList(endpointsPath, webhooksOff),
      urgent: true,
    }),
    ...givenUpMails(dead.filter(({ kind }) => kind === mailKind)),
    ...failedJobs([...dead.filter(({ kind }) => kind !== mailKind), ...jobs.filter((job) => isFailing(job, now))]),
    ...(details.lacksSecondFactor ? [secondFactorItem] : []),
  ]
}

/** "29.00 USD, Daily Cup, Bean There": of the newest where there are several. */
function refundText({ last, count }: RefundTally) {
  if (!last) return null
  const { amountMinor, currency, planName, merchantName } = last
  const amount = `${decimalText(amountMinor, currency)} ${currency.toUpperCase()}`
  const details = [amount, isolated(planName?.trim() || 'Unknown Plan'), isolated(merchantName)].join(', ')
  return count === 1 ? details : `Newest: ${details}`
}

const refundHref = ({ last }: RefundTally) =>
  last ? `/subscriptions?id=${encodeURIComponent(last.subscriptionId)}` : '/payouts'

type Words = Pick<PendingItem, 'kind' | 'title' | 'detail' | 'href' | 'urgent'>

export function fromTally({ count, oldest, newest }: Tally, details: Words): PendingItem[] {
  return count === 0 ? [] : [{ id: details.kind, count, since: oldest, newest, merchant: null, ...details }]
}

export function stuckText(kind: WaitingKind, tally: Tally): Words {
  return {
    kind,
    title: `${countText(tally.count, 'invitation is', 'invitations are')} stuck`,
    detail: 'Sent 3 days ago, or the email bounced.',
    href: oneOrList('/users?tab=pending', tally),
    urgent: false,
  }
}

const oneOrList = (list: string, { count, onlyId }: Tally) =>
  count === 1 && onlyId !== null ? `${list}&id=${encodeURIComponent(onlyId)}` : list

/** A person has waited for three days. */
function isOverdue({ oldest }: Tally, now: Date) {
  return oldest !== null && now.getTime() - oldest.getTime() > notificationLimits.stuckAfterMs
}

const toHealth = { href: '/settings?tab=health', urgent: true, merchant: null } as const

function givenUpMails(dead: readonly JobDetails[]): PendingItem[] {
  if (dead.length === 0) return []
  return [
    {
      id: 'failed_mails',
      kind: 'failed_mails',
      title: `${countText(dead.length, 'mail', 'mails')} failed to send`,
      detail: 'In the last 7 days, after many tries.',
      count: dead.length,
      ...spanOf(dead),
      ...toHealth,
    },
  ]
}

function failedJobs(failed: readonly JobDetails[]): PendingItem[] {
  if (failed.length === 0) return []
  const kinds = [...new Set(failed.map(({ kind }) => kind))].sort()
  return [
    {
      id: 'failed_jobs',
      kind: 'failed_jobs',
      title:
        kinds.length === 1 ? 'A background job fails' : `${countText(kinds.length, 'job', 'background jobs')} fail`,
      detail: kinds.join(', '),
      count: kinds.length,
      ...spanOf(failed),
      ...toHealth,
    },
  ]
}

/** A recurring job does not record when it began to fail. */
function spanOf(jobs: readonly JobDetails[]): { since: Date | null; newest: Date | null } {
  const times = jobs.flatMap(({ deadAt }) => (deadAt ? [deadAt.getTime()] : []))
  if (times.length < jobs.length) return { since: null, newest: null }
  return { since: new Date(Math.min(...times)), newest: new Date(Math.max(...times)) }
}

/** A single failure is usually fixed by the retry. */
const failuresInARow = 3
const lateAfterMs = 10 * 60_000

/** Fails repeatedly or does not run. An expired lease is not a run. */
function isFailing({ isRecurring, lastError, attempts, runAt, lockedUntil, deadAt }: JobDetails, now: Date) {
  if (!isRecurring || deadAt) return false
  const isRunning = lockedUntil !== null && lockedUntil > now
  const isLate = !isRunning && now.getTime() - runAt.getTime() > lateAfterMs
  return isLate || (lastError !== null && attempts >= failuresInARow)
}

/** Appears only in the email, because the console requires enrolment first. */
const secondFactorItem: PendingItem = {
  id: 'second_factor',
  kind: 'second_factor',
  title: 'Set up your authenticator app',
  detail: 'Administrators must set one up to continue.',
  count: 1,
  since: null,
  newest: null,
  href: '/settings?tab=security',
  urgent: true,
  merchant: null,
}
