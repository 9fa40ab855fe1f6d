import { sql } from 'drizzle-orm'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignups } from '@quaff/features/signup/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import type { LinkFigures } from '../contract'
import { affiliateClickTotals, affiliateLinks as links } from './tables'

const code = sql`${links}.code`

const clicks = sql<number>`coalesce((select ${affiliateClickTotals.clicks} from ${affiliateClickTotals}
  where ${affiliateClickTotals.linkId} = ${links}.id), 0)`.mapWith(Number)

/** The sender has proved the mailbox; else whoever approves it vouches for the address. */
export const provedSubmission = sql`(${signupSubmissions}.status = 'approved' or ${signupSubmissions}.proved_at is not null)`

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

export type CountedFigures = { clicks: number; signups: number; subscriptions: number; firstDrinks: number }

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
