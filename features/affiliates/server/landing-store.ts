import { eq, lt, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Database, Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { isAtSlug } from './link-store'
import { affiliateClicks, affiliateDays, affiliateLinks as links } from './tables'

const landing = {
  ...pick(links, 'id', 'name', 'code', 'destination', 'merchantId'),
  merchantName: merchants.name,
  ...pick(links, 'createdBy', 'status', 'startsAt', 'endsAt'),
}

/** Finds a link by its current slug or a former one. Needs no scope because visitors call it. */
export async function findLandingBySlug(db: Queryable, slug: string) {
  const [row] = await selectLanding(db).where(isAtSlug(slug))
  return row
}

export async function findLandingByCode(db: Queryable, code: string) {
  const [row] = await selectLanding(db).where(eq(links.code, code))
  return row
}
export type LandingLink = NonNullable<Awaited<ReturnType<typeof findLandingByCode>>>

const selectLanding = (db: Queryable) =>
  db.select(landing).from(links).leftJoin(merchants, eq(merchants.id, links.merchantId))

/** Returns false if this visitor's click in this half hour is already counted. */
export async function insertClick(tx: Transaction, row: typeof affiliateClicks.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(affiliateClicks)
    .values(row)
    .onConflictDoNothing()
    .returning({ linkId: affiliateClicks.linkId })
  return inserted.length > 0
}

export async function countClick(tx: Transaction, linkId: string, day: string): Promise<void> {
  await tx
    .insert(affiliateDays)
    .values({ linkId, day, clicks: 1 })
    .onConflictDoUpdate({
      target: [affiliateDays.linkId, affiliateDays.day],
      set: { clicks: sql`${affiliateDays.clicks} + 1` },
    })
}

export async function deleteClicksBefore(db: Database, before: Date): Promise<void> {
  await db.delete(affiliateClicks).where(lt(affiliateClicks.windowStart, before))
}
