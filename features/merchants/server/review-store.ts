import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { inText, nameOrEmail, pick, type Queryable } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { merchantApplications, merchants } from './tables'

/** Letter for letter the condition of the index `merchants_in_review`. */
const inReview = sql`(status = 'pending_review' or needs_review)`
const inQueue = (scope: MerchantScope) => sql`${inReview} and ${scopeWhere(scope, merchants.id)}`

// Written out: in a query of one table the builder leaves the table's name away, and the inner tables have ids too.
const outerId = sql`${merchants}.id`

/** Fields of the queue and of its priority, in one statement. */
const details = {
  ...pick(merchants, 'id', 'name', 'businessType', 'status'),
  ...pick(merchants, 'isLive', 'statusChangedAt', 'contactEmail', 'address'),
  ...pick(merchants, 'bankVerifiedAt', 'logoUrl', 'brandingLogoUrl', 'brandingLogoMarkUrl'),
  locations: sql<number>`(select count(*) from ${locations} where ${locations.merchantId} = ${outerId})`,
  activePlans: sql<number>`(select count(*) from ${subscriptionPlans}
    where ${subscriptionPlans.merchantId} = ${outerId} and ${subscriptionPlans.active})`,
  cameBack: sql<boolean>`${merchants.changeRequest} is null and exists (
    select 1 from ${adminAuditLogs}
    where ${adminAuditLogs.targetType} = 'merchant' and ${adminAuditLogs.targetId} = ${outerId}
      and ${adminAuditLogs.action} = 'request_changes')`,
}

/** The latest application alone: several may name one merchant. */
function latestApplication(db: Queryable) {
  return db
    .select({
      submittedAt: merchantApplications.submittedAt,
      wish: sql<unknown>`${merchantApplications.settings} -> 'isLive'`.as('wish'),
    })
    .from(merchantApplications)
    .where(eq(merchantApplications.merchantId, outerId))
    .orderBy(sql`${merchantApplications.submittedAt} desc nulls last`)
    .limit(inText(1))
    .as('application')
}

function selectWaiting(db: Queryable, scope: MerchantScope) {
  const application = latestApplication(db)
  return db
    .select({
      ...details,
      submittedAt: application.submittedAt,
      wish: application.wish,
      /** All that wait, the same in each row: counted once for the statement. */
      total: sql<number>`(select count(*) from ${merchants} where ${inQueue(scope)})`,
    })
    .from(merchants)
    .leftJoinLateral(application, sql`true`)
}
export type WaitingMerchant = Awaited<ReturnType<typeof selectWaiting>>[number]

/** The longest waiting first, at most `limit`. */
export async function listWaiting(db: Queryable, scope: MerchantScope, limit: number) {
  return selectWaiting(db, scope)
    .where(inQueue(scope))
    .orderBy(asc(merchants.statusChangedAt), asc(merchants.id))
    .limit(inText(limit))
}

const answers = ['approve_merchant', 'mark_reviewed', 'request_changes', 'decline_merchant', 'archive_merchant']
const by = nameOrEmail(users.displayName, adminAuditLogs.adminEmail)

export async function findAnswerRow(db: Queryable, scope: OneMerchant) {
  const [row] = await db
    .select({ by, at: adminAuditLogs.occurredAt })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        scopeWhere(scope, adminAuditLogs.targetId),
        inArray(adminAuditLogs.action, answers),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  return row
}
