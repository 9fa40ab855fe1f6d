import { and, asc, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { payouts } from '@quaff/features/payouts/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'

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

/** The person's own application, while no merchant came of it. */
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
