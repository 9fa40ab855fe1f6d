import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignups } from '@quaff/features/signup/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { provedSubmission, type CountedFigures } from './figures-store'
import { linksInScope } from './link-scope-store'
import { affiliateClickTotals, affiliateLinks as links } from './tables'

/** Each figure is read once through, from its own side: link by link, ten thousand links take a hundred times as long. */
export async function sumFigures(db: Queryable, scope: MerchantScope): Promise<CountedFigures> {
  const own = linksInScope(scope)
  const clicks = db
    .select({ clicks: sql<number>`coalesce(sum(${affiliateClickTotals.clicks}), 0)`.mapWith(Number).as('clicks') })
    .from(affiliateClickTotals)
    .innerJoin(links, eq(links.id, affiliateClickTotals.linkId))
    .where(own)
    .as('seen')
  const waiting = db
    .select({ waiting: count().as('waiting') })
    .from(waitlistEntries)
    .innerJoin(links, eq(links.code, waitlistEntries.affiliateCode))
    .where(and(own, isNotNull(waitlistEntries.confirmedAt)))
    .as('waiting')
  const applied = db
    .select({ applied: count().as('applied') })
    .from(merchantSignups)
    .innerJoin(links, eq(links.code, merchantSignups.affiliateCode))
    .where(own)
    .as('applied')
  const answered = db
    .select({ answered: count().as('answered') })
    .from(signupSubmissions)
    .innerJoin(links, eq(links.code, signupSubmissions.affiliateCode))
    .where(and(own, provedSubmission))
    .as('answered')
  const came = db
    .select({
      subscriptions: count().as('subscriptions'),
      firstDrinks: count(subscriptionAffiliates.firstDrinkAt).as('first_drinks'),
    })
    .from(subscriptionAffiliates)
    .innerJoin(links, eq(links.code, subscriptionAffiliates.code))
    .where(own)
    .as('came')
  const [row] = await db
    .select({
      clicks: clicks.clicks,
      signups: sql<number>`${waiting.waiting} + ${applied.applied} + ${answered.answered}`.mapWith(Number),
      subscriptions: came.subscriptions,
      firstDrinks: came.firstDrinks,
    })
    .from(clicks)
    .innerJoin(waiting, sql`true`)
    .innerJoin(applied, sql`true`)
    .innerJoin(answered, sql`true`)
    .innerJoin(came, sql`true`)
  return row ?? { clicks: 0, signups: 0, subscriptions: 0, firstDrinks: 0 }
}

export async function countLinksByStatus(db: Queryable, scope: MerchantScope) {
  const rows = await db
    .select({ status: links.status, total: count() })
    .from(links)
    .where(linksInScope(scope))
    .groupBy(links.status)
  const of = (status: string) => rows.find((row) => row.status === status)?.total ?? 0
  return { active: of('active'), archived: of('archived') }
}
