import { and, gte, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { payouts } from '@quaff/features/payouts/tables'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignupStates as states } from '@quaff/features/signup/tables'
import { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { webhookEndpoints as endpoints } from '@quaff/features/webhooks/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { inText } from '@quaff/platform/server/rows/in-text'
import { jobs } from '@quaff/platform/server/tables'
import { notificationLimits } from '../contract'
import type { JobFacts, Tally } from '../platform-rules'
import { readTally, type TallyRow } from './tally-row'

const ms = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::bigint::text`

/** `found`: rows of (id, at), no more than are counted. */
async function tally(db: Queryable, found: SQL): Promise<Tally> {
  const { rows } = await db.execute<TallyRow>(sql`
    select count(*)::int as count, ${ms(sql`min(at)`)} as oldest, ${ms(sql`max(at)`)} as newest, min(id) as only_id
    from (${found}) as found (id, at)`)
  return readTally(rows[0])
}

/** An active merchant changed its status long before it came up for review again: what it submitted last counts then. */
export function tallyInReview(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${merchants.id}, greatest(${merchants.statusChangedAt}, (
        select max(${merchantApplications.submittedAt}) from ${merchantApplications}
        where ${merchantApplications.merchantId} = ${merchants.id}))
      from ${merchants} where (status = 'pending_review' or needs_review)
      order by ${merchants.statusChangedAt}, ${merchants.id} limit ${notificationLimits.counted}`,
  )
}

/** Along the index by status and time. */
export function tallyRegistrations(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${users.id}, ${users.createdAt} from ${users} where ${users.status} = 'pending_approval'
      order by ${users.createdAt} desc limit ${notificationLimits.counted}`,
  )
}

/** Along the index of those that wait. */
export function tallySubmissions(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${signupSubmissions.id}, ${signupSubmissions.submittedAt} from ${signupSubmissions}
      where ${signupSubmissions.status} = 'submitted'
      order by ${newestFirst(signupSubmissions.submittedAt)} limit ${notificationLimits.counted}`,
  )
}

/** As their list counts them: an account that was approved or rejected by itself has settled its application too. */
export function tallyApplications(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${states.signupId}, ${states.createdAt} from ${states} where ${states.status} = 'submitted'
      order by ${newestFirst(states.createdAt)} limit ${notificationLimits.counted}`,
  )
}

/** There are twenty at most. */
export function tallyWebhooksOff(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${endpoints.id}, ${endpoints.disabledAt} from ${endpoints}
      where not ${endpoints.isEnabled} and ${endpoints.disabledReason} in ('gone', 'failing')`,
  )
}

/** Per list along its index of states, so that no more rows are read than are counted. */
export async function countOnWaitlists(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from ${waitlists} cross join lateral (
        select 1 from ${waitlistEntries}
        where ${waitlistEntries.waitlistId} = ${waitlists.id} and ${waitlistEntries.status} in ('waiting', 'shortlisted')
          and ${waitlistEntries.confirmedAt} is not null
        limit ${most}) as those
      limit ${most}) as waiting`)
  return rows[0]?.count ?? 0
}

/** Along the index by status. */
export function tallyPayoutDrafts(db: Queryable): Promise<Tally> {
  return tally(
    db,
    sql`select ${payouts.id}, ${payouts.generatedAt} from ${payouts} where ${payouts.status} = 'draft'
      order by ${newestFirst(payouts.period)} limit ${notificationLimits.counted}`,
  )
}

/** Every recurring job, and those given up after `since`, the latest first. */
export async function listTroubledJobs(db: Queryable, since: Date): Promise<JobFacts[]> {
  const { kind, runAt, lockedUntil, attempts, lastError, deadAt } = jobs
  const isRecurring = like(jobs.id, 'recurring_%')
  return db
    .select({ kind, runAt, lockedUntil, attempts, lastError, deadAt, isRecurring: sql<boolean>`${isRecurring}` })
    .from(jobs)
    .where(or(and(isRecurring, isNull(deadAt)), gte(deadAt, since)))
    .orderBy(sql`${deadAt} desc nulls first`)
    .limit(inText(notificationLimits.counted))
}
