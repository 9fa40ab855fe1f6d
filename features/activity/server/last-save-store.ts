import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { adminAuditLogs as audit } from '@quaff/platform/server/tables'
import type { OvertakenRecord } from '@quaff/platform/shared/refusal'

/** A record and its audit row are written in one transaction, each with the time of its own line. */
const togetherMs = 5_000

const merchantIds = sql<string[]>`array(
  select ${userMerchants.merchantId} from ${userMerchants} where ${userMerchants.userId} = ${users.id}
)`

/** Whose audit row tells of the last save; undefined where none does, or its person is gone. */
export async function findSaver(db: Queryable, { type, id, merchantId }: OvertakenRecord, savedAt: Date) {
  const [row] = await db
    .select({
      userId: users.id,
      displayName: users.displayName,
      email: users.email,
      claims: users.claims,
      adminRecordRole: adminRecords.role,
      erasedAt: users.erasedAt,
      merchantIds,
    })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.adminUserId))
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(
      and(
        eq(audit.targetType, type),
        eq(audit.targetId, id),
        merchantId === undefined ? undefined : eq(audit.merchantId, merchantId),
        gte(audit.occurredAt, new Date(savedAt.getTime() - togetherMs)),
        lte(audit.occurredAt, new Date(savedAt.getTime() + togetherMs)),
      ),
    )
    .orderBy(desc(audit.occurredAt), desc(audit.sequence))
    .limit(inText(1))
  return row
}
