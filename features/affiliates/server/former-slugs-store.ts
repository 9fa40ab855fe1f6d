import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { lockWord } from '@quaff/platform/server/transaction'
import { affiliateFormerSlugs as formerSlugs, affiliateLinks as links } from './tables'

/** Of a row of `affiliateLinks`, the newest first. */
export const formerSlugsOfLink = sql<string[]>`array(select former.slug from ${formerSlugs} former
  where former.link_id = ${links}.id order by former.changed_at desc, former.slug)`

/** The link that has an address now, or had it before. */
export const isAtSlug = (slug: string): SQL =>
  sql`${links}.id = any(array(select here.id from ${links} here where here.slug = ${slug}
    union all select former.link_id from ${formerSlugs} former where former.slug = ${slug}))`

/**
 * Whoever takes or leaves an address does so one after the other: whether it is free stands in two tables, which no
 * index covers together.
 */
export async function lockSlugs(tx: Transaction, slugs: readonly string[]): Promise<void> {
  for (const slug of [...new Set(slugs)].toSorted()) await lockWord(tx, `affiliate-slug:${slug}`)
}

/** Whether another link had it once. */
export async function isFormerSlug(db: Queryable, slug: string, linkId: string | undefined): Promise<boolean> {
  const other = linkId === undefined ? undefined : sql`${formerSlugs.linkId} <> ${linkId}`
  return (await db.$count(formerSlugs, and(eq(formerSlugs.slug, slug), other))) > 0
}

export async function countFormerSlugs(tx: Transaction, linkId: string): Promise<number> {
  return tx.$count(formerSlugs, eq(formerSlugs.linkId, linkId))
}

/** Of a link that moves from one address to another; one that it takes back is no former one any more. */
export async function saveFormerSlug(
  tx: Transaction,
  { linkId, from, to, changedAt }: { linkId: string; from: string; to: string; changedAt: Date },
): Promise<void> {
  await tx.delete(formerSlugs).where(and(eq(formerSlugs.linkId, linkId), eq(formerSlugs.slug, to)))
  await tx.insert(formerSlugs).values({ slug: from, linkId, changedAt })
}
