import { sql } from 'drizzle-orm'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { merchantInvitations } from '@quaff/features/sign-in/merchant-invitations/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { notificationLimits } from '../contract'
import type { Tally } from '../platform-rules'
import { readTally, type TallyRow } from './tally-row'

/**
 * Invitations that were sent before a time and not used since, or whose email was given up. A scope counts those to its
 * merchants, the owners' own included; null counts those that name an account.
 */
export async function tallyStuckInvitations(
  db: Queryable,
  scope: MerchantScope | null,
  sentBefore: Date,
): Promise<Tally> {
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
