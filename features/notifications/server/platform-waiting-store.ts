import { and, gte, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { payouts } from '@quaff/features/payouts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignupStates as states } from '@quaff/features/signup/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { webhookEndpoints as endpoints } from '@quaff/features/webhooks/tables'
import { inText, newestFirst, type Queryable } from '@quaff/platform/server'
import { jobs } from '@quaff/platform/server/tables'
import { notificationLimits } from '../contract'
import type { NamedRefund, RefundTally } from '../platform-rules'
import { readTally, type TallyRow } from './merchant-waiting-store'

const ms = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::bigint::text`

/** `found`: rows of (id, at), no more than are counted. */
async function tally(db: Queryable, found: SQL) {
  const { rows } = await db.execute<TallyRow>(sql`
    select count(*)::int as count, ${ms(sql`min(at)`)} as oldest, ${ms(sql`max(at)`)} as newest, min(id) as only_id
    from (${found}) as found (id, at)`)
  return readTally(rows[0])
}

/** An active merchant changed its status long before it needed review again, so its last submission counts instead. */
export function tallyInReview(db: Queryable) {
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
export function tallyRegistrations(db: Queryable) {
  return tally(
    db,
    sql`select ${users.id}, ${users.createdAt} from ${users} where ${users.status} = 'pending_approval'
      order by ${users.createdAt} desc limit ${notificationLimits.counted}`,
  )
}

export function tallySubmissions(db: Queryable) {
  return tally(
    db,
    sql`select ${signupSubmissions.id}, ${signupSubmissions.submittedAt} from ${signupSubmissions}
      where ${signupSubmissions.status} = 'submitted'
      order by ${newestFirst(signupSubmissions.submittedAt)} limit ${notificationLimits.counted}`,
  )
}

/** Counts like their list: approving or rejecting the account settles the application too. */
export function tallyApplications(db: Queryable) {
  return tally(
    db,
    sql`select ${states.signupId}, ${states.createdAt} from ${states} where ${states.status} = 'submitted'
      order by ${newestFirst(states.createdAt)} limit ${notificationLimits.counted}`,
  )
}

/** Reads all endpoints: there are at most twenty. */
export function tallyWebhooksOff(db: Queryable) {
  return tally(
    db,
    sql`select ${endpoints.id}, ${endpoints.disabledAt} from ${endpoints}
      where not ${endpoints.isEnabled} and ${endpoints.disabledReason} in ('gone', 'failing')`,
  )
}

/** Per list along its index of states, so that no more rows are read than are counted. */
export async function countOnWaitlists(db: Queryable, most: number) {
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
export function tallyPayoutDrafts(db: Queryable) {
  return tally(
    db,
    sql`select ${payouts.id}, ${payouts.generatedAt} from ${payouts} where ${payouts.status} = 'draft'
      order by ${newestFirst(payouts.period)} limit ${notificationLimits.counted}`,
  )
}

/** Every recurring job, and those given up after `since`, the latest first. */
export async function listTroubledJobs(db: Queryable, since: Date) {
  const { kind, runAt, lockedUntil, attempts, lastError, deadAt } = jobs
  const isRecurring = like(jobs.id, 'recurring_%')
  return db
    .select({ kind, runAt, lockedUntil, attempts, lastError, deadAt, isRecurring: sql<boolean>`${isRecurring}` })
    .from(jobs)
    .where(or(and(isRecurring, isNull(deadAt)), gte(deadAt, since)))
    .orderBy(sql`${deadAt} desc nulls first`)
    .limit(inText(notificationLimits.counted))
}

export const tallyOpenDisputes = (db: Queryable) => tallyOf(db, sql`${refunds.status} = 'open'`)

export const tallyRefunds = (db: Queryable, since: Date) =>
  tallyOf(
    db,
    sql`${refunds.status} = 'recorded' and ${refunds.amountMinor} > 0
      and ${refunds.occurredAt} >= ${since.toISOString()}::timestamptz`,
  )

/** Includes the newest one. */
async function tallyOf(db: Queryable, which: SQL): Promise<RefundTally> {
  const { rows } = await db.execute<TallyRow & { last: NamedRefund | null }>(sql`
    with found as materialized (
      select id, occurred_at as at from ${refunds} where ${which}
      order by occurred_at desc limit ${notificationLimits.counted}
    )
    select count(*)::int as count, (extract(epoch from min(at)) * 1000)::bigint::text as oldest,
      (extract(epoch from max(at)) * 1000)::bigint::text as newest, min(id) as only_id,
      (select json_build_object('merchantId', m.id, 'merchantName', m.name, 'planName', plan.name,
          'subscriptionId', last.subscription_id, 'amountMinor', last.amount_minor, 'currency', last.currency)
        from ${refunds} last join ${merchants} m on m.id = last.merchant_id
        left join ${subscriptions} pass on pass.id = last.subscription_id
        left join ${subscriptionPlans} plan on plan.id = pass.plan_id and plan.merchant_id = m.id
        where last.id = (select id from found order by at desc, id desc limit 1)) as last
    from found`)
  const [row] = rows
  return { ...readTally(row), last: row?.last ?? null }
}
