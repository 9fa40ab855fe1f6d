import { and, eq, sql } from 'drizzle-orm'
import { redemptions } from '@quaff/features/redemptions/tables'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { merchantSignups } from '@quaff/features/signup/tables'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { LinkFigures, LinkTotals } from '../contract'
import { linksInScope } from './link-scope-store'
import { affiliateDays, affiliateLinks as links } from './tables'

const code = sql`${links}.code`

const clicks = sql<number>`coalesce((select sum(${affiliateDays.clicks}) from ${affiliateDays}
  where ${affiliateDays.linkId} = ${links}.id), 0)`.mapWith(Number)

/** Waitlists and applications have proved the mailbox; submissions of a form count as they come. */
const signups = sql<number>`((select count(*) from ${waitlistEntries}
    where ${waitlistEntries.affiliateCode} = ${code} and ${waitlistEntries.confirmedAt} is not null)
  + (select count(*) from ${merchantSignups} where ${merchantSignups.affiliateCode} = ${code})
  + (select count(*) from ${signupSubmissions} where ${signupSubmissions.affiliateCode} = ${code}))`.mapWith(Number)

const subscriptions = sql<number>`(select count(*) from ${subscriptionAffiliates}
  where ${subscriptionAffiliates.code} = ${code})`.mapWith(Number)

/** People with a first completed drink at the venue after they came through the link. */
const firstDrinks = sql<number>`(select count(*) from ${subscriptionAffiliates} came
  where came.code = ${code} and exists (select 1 from ${redemptions} drunk
    where drunk.user_id = came.user_id and drunk.redeemed_at >= came.started_at
      and drunk.merchant_id = came.merchant_id and drunk.status = 'completed'))`.mapWith(Number)

/** Counted for the rows of a page only, each by the index of its code. */
export const linkFigures = {
  clicks: clicks.as('clicks'),
  signups: signups.as('signups'),
  subscriptions: subscriptions.as('subscriptions'),
  firstDrinks: firstDrinks.as('first_drinks'),
}

export type CountedFigures = { clicks: number; signups: number; subscriptions: number; firstDrinks: number }

/** Decision 37: unknown until one event carried the code; a first drink can only be known of a known subscription. */
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

export async function sumLinkFigures(
  db: Queryable,
  scope: MerchantScope,
  merchantId: string | undefined,
): Promise<LinkTotals> {
  const figures = db
    .select({ status: links.status, ...linkFigures })
    .from(links)
    .where(and(linksInScope(scope), merchantId === undefined ? undefined : eq(links.merchantId, merchantId)))
    .as('figures')
  const [row] = await db
    .select({
      clicks: sum(figures.clicks),
      signups: sum(figures.signups),
      subscriptions: sum(figures.subscriptions),
      firstDrinks: sum(figures.firstDrinks),
      active: sql<number>`count(*) filter (where ${figures.status} = 'active')`.mapWith(Number),
      archived: sql<number>`count(*) filter (where ${figures.status} = 'archived')`.mapWith(Number),
    })
    .from(figures)
  const { active = 0, archived = 0, ...counted } = row ?? { clicks: 0, signups: 0, subscriptions: 0, firstDrinks: 0 }
  return { ...presentFigures(counted), active, archived }
}

const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
