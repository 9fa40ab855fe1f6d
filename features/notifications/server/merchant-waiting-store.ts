import { and, asc, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { payouts } from '@quaff/features/payouts/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { merchantInvitations } from '@quaff/features/sign-in/tables'
import { inText, pick, type Queryable, sendMailKind } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { notificationLimits } from '../contract'
import type { Tally } from '../platform-rules'

/** The merchants of a scope with what is known of their bank details, never a number of them. */
export async function listMerchantsOfStaff(db: Queryable, scope: MerchantScope, limit: number) {
  return db
    .select({
      id: merchants.id,
      name: merchants.name,
      logoUrl: sql<
        string | null
      >`coalesce(${merchants.brandingLogoUrl}, ${merchants.brandingLogoMarkUrl}, ${merchants.logoUrl})`,
      ...pick(merchants, 'status', 'statusReason', 'statusChangedAt', 'applicationStatus', 'isLive'),
      ...pick(merchants, 'changeRequest', 'contactEmail', 'address', 'bankVerifiedAt', 'createdAt'),
      bankUpdatedAt: merchantBankAccounts.updatedAt,
      bankUpdatedBy: merchantBankAccounts.updatedBy,
    })
    .from(merchants)
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, merchants.id))
    .where(scopeWhere(scope, merchants.id))
    .orderBy(asc(merchants.name), asc(merchants.id))
    .limit(inText(limit))
}

/** Approved after `since`, the newest first. */
export function listNewStatements(
  db: Queryable,
  scope: MerchantScope,
  { since, limit }: { since: Date; limit: number },
) {
  return db
    .select({
      payoutId: payouts.id,
      merchantId: payouts.merchantId,
      period: payouts.period,
      approvedAt: sql<Date>`${payouts.approvedAt}`.mapWith(payouts.approvedAt),
    })
    .from(payouts)
    .where(and(scopeWhere(scope, payouts.merchantId), ne(payouts.status, 'draft'), gte(payouts.approvedAt, since)))
    .orderBy(desc(payouts.approvedAt), asc(payouts.id))
    .limit(inText(limit))
}

/** The person's own application, until it becomes a merchant. */
export async function findOpenApplication(db: Queryable, { applicationId, userId }: OwnApplication) {
  const [row] = await db
    .select({ business: merchantApplications.business, createdAt: merchantApplications.createdAt })
    .from(merchantApplications)
    .where(
      and(
        eq(merchantApplications.id, applicationId),
        eq(merchantApplications.userId, userId),
        isNull(merchantApplications.merchantId),
      ),
    )
  return row
}

type OwnApplication = { applicationId: string; userId: string }

/**
 * Invitations that were sent before a time and not used since, or whose email was given up. A scope counts those to its
 * merchants, the owners' own included; null counts those that name an account.
 */
export async function tallyStuckInvitations(db: Queryable, scope: MerchantScope | null, sentBefore: Date) {
  const { counted, stuckAfterMs } = notificationLimits
  const before = sql`${sentBefore.toISOString()}::timestamptz`
  const isTheirs = scope
    ? sql`${users.role} in ('merchant_owner', 'merchant_viewer') and exists (
        select 1 from ${userMerchants}
        where ${userMerchants.userId} = ${users.id} and ${scopeWhere(scope, userMerchants.merchantId)})`
    : sql`true`
  const stuckAfter = sql`make_interval(secs => ${stuckAfterMs / 1000})`
  // The invitations of one email share its token. They name no account, so nothing can be opened for one of them.
  const { tokenHash, email, sentAt, acceptedAt, merchantId } = merchantInvitations
  const byOwners = scope
    ? sql`union all
      (select ${tokenHash}, null, ${sentAt}, coalesce(given_up.dead_at, ${sentAt} + ${stuckAfter})
      from ${merchantInvitations}
      left join given_up on given_up.address = ${email} and given_up.written_at >= ${sentAt}
      where ${acceptedAt} is null and (${sentAt} < ${before} or given_up.dead_at is not null)
        and ${scopeWhere(scope, merchantId)}
      limit ${counted})`
    : sql``
  const isWaiting = sql`${users.status} = 'pending' and not ${pendingInvitations.used} and ${isTheirs}`
  const { rows } = await db.execute<TallyRow>(sql`
    with given_up as materialized (
      select ${outboxMails.toAddress} as address, ${outboxMails.createdAt} as written_at, ${jobs.deadAt} as dead_at
      from ${jobs} join ${outboxMails} on ${outboxMails.id} = ${jobs.payload} ->> 'mailId'
      where ${jobs.kind} = ${sendMailKind} and ${jobs.deadAt} is not null and ${outboxMails.template} = 'invitation'
      limit ${counted}
    ), stuck as (
      (select ${users.id} as id, ${users.id} as user_id, ${pendingInvitations.createdAt} as sent_at,
        ${pendingInvitations.createdAt} + ${stuckAfter} as stuck_at
      from ${users} join ${pendingInvitations} on ${pendingInvitations.userId} = ${users.id}
      where ${isWaiting} and ${pendingInvitations.createdAt} < ${before}
      limit ${counted})
      union all
      select ${users.id}, ${users.id}, ${pendingInvitations.createdAt}, given_up.dead_at
      from given_up join ${users} on ${users.email} = given_up.address
      join ${pendingInvitations} on ${pendingInvitations.userId} = ${users.id}
      where ${isWaiting} and given_up.written_at >= ${pendingInvitations.createdAt}
      ${byOwners}
    )
    select least(count(distinct id), ${counted})::int as count,
      (extract(epoch from min(sent_at)) * 1000)::bigint::text as oldest,
      (extract(epoch from max(stuck_at)) * 1000)::bigint::text as newest, min(user_id) as only_id
    from stuck`)
  return readTally(rows[0])
}

/** Raw query results: times are milliseconds as text, because drivers disagree about dates. */
export type TallyRow = { count: number; oldest: string | null; newest: string | null; only_id: string | null }

export function readTally(row: TallyRow | undefined): Tally {
  const at = (ms: string | null | undefined) => (ms === null || ms === undefined ? null : new Date(Number(ms)))
  return { count: row?.count ?? 0, oldest: at(row?.oldest), newest: at(row?.newest), onlyId: row?.only_id ?? null }
}
