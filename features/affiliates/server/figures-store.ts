import { and, count, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignups } from '@quaff/features/signup/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import type { Queryable } from '@quaff/platform/server'
import type { LinkFigures } from '../contract'
import { affiliateClickTotals, affiliateDays, affiliateLinks as links } from './tables'

const code = sql`${links}.code`

const clicks = sql<number>`coalesce((select ${affiliateClickTotals.clicks} from ${affiliateClickTotals}
  where ${affiliateClickTotals.linkId} = ${links}.id), 0)`.mapWith(Number)

/** Counts once the sender has verified the email or an administrator has approved the submission. */
const provedSubmission = sql`(${signupSubmissions}.status = 'approved' or ${signupSubmissions}.proved_at is not null)`

/** Waitlists and applications have proved the mailbox. */
const signups = sql<number>`((select count(*) from ${waitlistEntries}
    where ${waitlistEntries.affiliateCode} = ${code} and ${waitlistEntries.confirmedAt} is not null)
  + (select count(*) from ${merchantSignups} where ${merchantSignups.affiliateCode} = ${code})
  + (select count(*) from ${signupSubmissions} where ${signupSubmissions.affiliateCode} = ${code} and ${provedSubmission}))`.mapWith(
  Number,
)

const subscriptions = sql<number>`(select count(*) from ${subscriptionAffiliates}
  where ${subscriptionAffiliates.code} = ${code})`.mapWith(Number)

const firstDrinks = sql<number>`(select count(${subscriptionAffiliates.firstDrinkAt}) from ${subscriptionAffiliates}
  where ${subscriptionAffiliates.code} = ${code})`.mapWith(Number)

/** Counted for the rows of a page only, each by the index of its code. */
export const linkFigures = {
  clicks: clicks.as('clicks'),
  signups: signups.as('signups'),
  subscriptions: subscriptions.as('subscriptions'),
  firstDrinks: firstDrinks.as('first_drinks'),
}

type CountedFigures = { clicks: number; signups: number; subscriptions: number; firstDrinks: number }

/** G37: unknown until one event carried the code; a first drink can only be known of a known subscription. */
export function presentFigures({
  clicks: seen,
  signups: applied,
  subscriptions: sold,
  firstDrinks: drunk,
}: CountedFigures): LinkFigures {
  return {
    clicks: seen,
    signups: applied === 0 ? null : applied,
    subscriptions: sold === 0 ? null : sold,
    firstDrinks: sold === 0 ? null : drunk,
  }
}

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

export async function listClickDays(db: Queryable, linkId: string, fromDay: string) {
  return db
    .select({ day: affiliateDays.day, count: affiliateDays.clicks })
    .from(affiliateDays)
    .where(and(eq(affiliateDays.linkId, linkId), gte(affiliateDays.day, fromDay)))
}

/** Counts a link's signups by day. Each part uses the index on its code. */
export async function listSignupDays(
  db: Queryable,
  code: string,
  { from, timeZone }: { from: Date; timeZone: string },
) {
  return unionAll(
    db
      .select(countBy(waitlistEntries.createdAt, timeZone))
      .from(waitlistEntries)
      .where(
        and(
          eq(waitlistEntries.affiliateCode, code),
          gte(waitlistEntries.createdAt, from),
          sql`${waitlistEntries.confirmedAt} is not null`,
        ),
      )
      .groupBy(sql`1`),
    db
      .select(countBy(merchantSignups.createdAt, timeZone))
      .from(merchantSignups)
      .where(and(eq(merchantSignups.affiliateCode, code), gte(merchantSignups.createdAt, from)))
      .groupBy(sql`1`),
    db
      .select(countBy(signupSubmissions.submittedAt, timeZone))
      .from(signupSubmissions)
      .where(and(eq(signupSubmissions.affiliateCode, code), gte(signupSubmissions.submittedAt, from), provedSubmission))
      .groupBy(sql`1`),
  )
}

const countBy = (at: AnyPgColumn, timeZone: string) => ({
  day: sql<string>`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
  count: sql<number>`count(*)`.mapWith(Number).as('count'),
})

/** The platform's own links belong to no merchant, which no limited scope contains. */
export const linksInScope = (scope: MerchantScope) => (scope.all ? undefined : scopeWhere(scope, links.merchantId))
