import { and, eq, sql } from 'drizzle-orm'
import { userCounts, users } from '@quaff/features/accounts/tables'
import { apiKeys } from '@quaff/features/api-keys/tables'
import { locations } from '@quaff/features/locations/tables'
import { isPending, merchantTab } from '@quaff/features/merchants/rules'
import { listMerchantGroups, sumOf, type MerchantGroup } from '@quaff/features/merchants/server'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { healthLimits } from '@quaff/features/settings/health-contract'
import { passkeys, secondFactors } from '@quaff/features/sign-in/tables'
import { adminRole, inText, pick, preparedRead, type Queryable, sendMailKind } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'

export type MerchantCounts = {
  activeMerchants: number
  liveMerchants: number
  pendingMerchants: number
  merchantsInReview: number
  oldestPendingSince: Date | null
}

/** Pending merchants are in review or in setup (G27); only those in review wait for an administrator. */
export async function countMerchantsByState(db: Queryable, scope: MerchantScope): Promise<MerchantCounts> {
  const [groups, oldest] = await Promise.all([listMerchantGroups(db, scope), findOldestInReview(db, scope)])
  const count = (isCounted: (group: MerchantGroup) => boolean) => sumOf(groups.filter(isCounted))
  return {
    activeMerchants: count(({ status }) => status === 'active'),
    liveMerchants: count(({ status, isLive }) => status === 'active' && isLive),
    pendingMerchants: count(isPending),
    merchantsInReview: count((group) => merchantTab(group) === 'review'),
    oldestPendingSince: oldest,
  }
}

/** Uses the index of merchants in review. */
async function findOldestInReview(db: Queryable, scope: MerchantScope) {
  const { id, status, needsReview, statusChangedAt } = merchants
  const [row] = await db
    .select({ at: statusChangedAt })
    .from(merchants)
    .where(and(sql`(${status} = 'pending_review' or ${needsReview})`, scopeWhere(scope, id)))
    .orderBy(statusChangedAt, id)
    .limit(inText(1))
  return row?.at ?? null
}

/** From the counters of users, because there may be many. */
export async function countPendingApprovals(db: Queryable) {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${userCounts.count}), 0)::integer` })
    .from(userCounts)
    .where(eq(userCounts.status, 'pending_approval'))
  return row?.count ?? 0
}

/** Finds one of each and counts nothing. */
export async function findFirstStepDetails(db: Queryable, scope: MerchantScope, now: Date) {
  const lateBefore = new Date(now.getTime() - healthLimits.lateMailMs).toISOString()
  const [row] = await db
    .select({
      hasMerchant: sql<boolean>`exists (select 1 from ${merchants} where ${scopeWhere(scope, merchants.id)})`,
      isMailSent: sql<boolean>`exists (select 1 from ${outboxMails} where ${outboxMails.sentAt} is not null)`,
      isMailFailing: sql<boolean>`exists (
          select 1 from ${outboxMails} where ${outboxMails.sentAt} is null and ${outboxMails.createdAt} < ${lateBefore})
        or exists (select 1 from ${jobs} where ${jobs.kind} = ${sendMailKind} and ${jobs.lastError} is not null)`,
      hasSubscriptionKey: sql<boolean>`exists (select 1 from ${apiKeys}
        where ${apiKeys.scopes} @> '["ingest:subscriptions"]' and ${apiKeys.revokedAt} is null)`,
      isProtected: sql<boolean>`exists (select 1 from ${users} where ${users.role} = ${adminRole} and ${users.status} = 'active'
        and (exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})
          or exists (select 1 from ${secondFactors}
            where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)))`,
    })
    .from(sql`(values (1)) as once`)
  if (!row) throw new Error('A statement without a table returned no row')
  return row
}

/** The same choice of currency as `findPriceCurrency`. */
const priceCurrency = sql<string | null>`(select ${planPrices.currency} from ${planPrices}
  join ${subscriptionPlans} on ${subscriptionPlans.id} = ${planPrices.planId}
  where ${subscriptionPlans.merchantId} = ${merchants.id}
  order by (${subscriptionPlans.active} and ${planPrices.active}) desc, ${subscriptionPlans.name}, ${planPrices.position}
  limit 1)`

const merchantDetails = preparedRead('dashboard_merchant', ['id'], (db, { id }: { id: string }) =>
  db
    .select({
      ...pick(merchants, 'id', 'name', 'status', 'needsReview', 'applicationStatus', 'isLive', 'ownerId', 'timeZone'),
      locations: sql<number>`(select count(*) from ${locations} where ${locations.merchantId} = ${merchants.id})`,
      activePlans: sql<number>`(select count(*) from ${subscriptionPlans}
        where ${subscriptionPlans.merchantId} = ${merchants.id} and ${subscriptionPlans.active})`,
      priceCurrency,
    })
    .from(merchants)
    .where(eq(merchants.id, id)),
)
export type MerchantDetails = NonNullable<Awaited<ReturnType<typeof findMerchant>>>
export type ApplicationDetails = typeof merchantApplications.$inferSelect

export async function findMerchant(db: Queryable, merchantId: string) {
  const [row] = await merchantDetails(db, { id: merchantId })
  return row
}

export async function findApplication(db: Queryable, applicationId: string) {
  const [row] = await db.select().from(merchantApplications).where(eq(merchantApplications.id, applicationId))
  return row
}
