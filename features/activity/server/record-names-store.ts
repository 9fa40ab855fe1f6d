import { and, type AnyColumn, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans as plans } from '@quaff/features/plans/tables'
import { inText, nameOrEmail, type OvertakenRecord, type Queryable } from '@quaff/platform/server'
import { adminAuditLogs as audit } from '@quaff/platform/server/tables'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { AuditChange } from '../contract'

type Target = { targetId: string; changes: readonly AuditChange[] }

/** Names of the people, merchants, places and plans that these entries speak of by id; who is gone has none. */
export async function findRecordNames(db: Queryable, rows: readonly Target[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ targetId, changes }) => [targetId, ...changes.flatMap(idsIn)]))]
  if (ids.length === 0) return new Map()
  const named = await unionAll(
    db
      .select(nameOf(users.id, nameOrEmail(users.displayName, users.email)))
      .from(users)
      .where(inArray(users.id, ids)),
    db.select(nameOf(merchants.id, merchants.name)).from(merchants).where(inArray(merchants.id, ids)),
    db.select(nameOf(locations.id, locations.name)).from(locations).where(inArray(locations.id, ids)),
    db.select(nameOf(plans.id, plans.name)).from(plans).where(inArray(plans.id, ids)),
  )
  return new Map(named.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
}

const nameOf = (id: AnyColumn, name: AnyColumn | SQL) => ({
  id: sql<string>`${id}`.as('id'),
  name: sql<string | null>`${name}`.mapWith(readableEmail).as('name'),
})

/** "mer_1" → "Foxglove Coffee (mer_1)", one by one where there are several. */
export function nameChanges(changes: readonly AuditChange[], names: ReadonlyMap<string, string>): AuditChange[] {
  const withNames = (text: string | null) =>
    text === null
      ? null
      : text
          .split(separator)
          .map((id) => (names.has(id) ? `${names.get(id)} (${id})` : id))
          .join(separator)
  return changes.map((change) =>
    idsIn(change).length === 0
      ? change
      : { ...change, before: withNames(change.before), after: withNames(change.after) },
  )
}

const separator = ', '

/** Collects values of fields whose names indicate ids, or that look like our ids. */
function idsIn({ field, before, after }: AuditChange) {
  const holdsIds = /(^|[ ,])(ids?|by)$/i.test(field)
  return [before, after]
    .flatMap((text) => text?.split(separator) ?? [])
    .filter((text) => text !== '' && (holdsIds || /^(usr|mer|loc|pln)_\w+$/.test(text)))
}

/** A record and its audit row are written in one transaction, with different clock readings. */
const togetherMs = 5_000

const merchantIds = sql<string[]>`array(
  select ${userMerchants.merchantId} from ${userMerchants} where ${userMerchants.userId} = ${users.id}
)`

/** Finds the user of the audit row for the last save. Returns undefined if there is no row or the user is deleted. */
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
