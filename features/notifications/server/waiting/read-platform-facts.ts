import type { Queryable } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
import { notificationLimits } from '../../contract'
import type { PlatformFacts } from '../../platform/rules'
import { tallyStuckInvitations } from './invitation-tally-store'
import {
  listTroubledJobs,
  tallyDesks,
  tallyInReview,
  tallyPayoutDrafts,
  tallyRegistrations,
} from './platform-waiting-store'

/** The same for every administrator. */
export async function readPlatformFacts(db: Queryable, now: Date): Promise<Omit<PlatformFacts, 'lacksSecondFactor'>> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [inReview, registrations, desks, stuckInvitations, payoutDrafts, jobs] = await Promise.all([
    tallyInReview(db),
    tallyRegistrations(db),
    tallyDesks(db),
    tallyStuckInvitations(db, null, before(notificationLimits.stuckAfterMs)),
    tallyPayoutDrafts(db),
    listTroubledJobs(db, before(notificationLimits.recentMs)),
  ])
  const tallies = { inReview, registrations, ...desks, stuckInvitations, payoutDrafts }
  return { ...tallies, jobs, mailKind: sendMailKind }
}
