import type { Queryable } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { notificationLimits } from '../contract'
import type { PlatformFacts } from '../platform-rules'
import { tallyStuckInvitations } from './invitation-tally-store'
import {
  listTroubledJobs,
  tallyApplications,
  tallyInReview,
  tallyPayoutDrafts,
  tallyRegistrations,
  tallySubmissions,
  tallyWebhooksOff,
} from './platform-waiting-store'
import { tallyOpenDisputes, tallyRefunds } from './refund-tally-store'

/** The same for every administrator. */
export async function readPlatformFacts(db: Queryable, now: Date): Promise<Omit<PlatformFacts, 'lacksSecondFactor'>> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return batchReads(db, async (one) => {
    const [
      inReview,
      registrations,
      submissions,
      applications,
      webhooksOff,
      stuckInvitations,
      payoutDrafts,
      openDisputes,
      refunds,
      jobs,
    ] = await Promise.all([
      tallyInReview(one),
      tallyRegistrations(one),
      tallySubmissions(one),
      tallyApplications(one),
      tallyWebhooksOff(one),
      tallyStuckInvitations(one, null, before(notificationLimits.stuckAfterMs)),
      tallyPayoutDrafts(one),
      tallyOpenDisputes(one),
      tallyRefunds(one, before(notificationLimits.recentMs)),
      listTroubledJobs(one, before(notificationLimits.recentMs)),
    ])
    const tallies = { inReview, registrations, submissions, applications, webhooksOff, stuckInvitations, payoutDrafts }
    return { ...tallies, openDisputes, refunds, jobs, mailKind: sendMailKind }
  })
}
