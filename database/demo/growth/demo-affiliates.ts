import type { affiliateDays, affiliateLinks } from '@quaff/features/affiliates/tables'
import { dayKeyIn } from '@quaff/platform/server'
import { demoId, type Chance } from '../chance'
import type { DemoMerchant } from '../demo-merchants'
import type { DemoSubscriptions } from '../demo-subscriptions'
import type { DemoWaitlists } from './demo-waitlists'

type NewLink = typeof affiliateLinks.$inferInsert
type NewDay = typeof affiliateDays.$inferInsert
export type DemoAffiliates = { links: NewLink[]; days: NewDay[] }

const dayMs = 86_400_000
const shownDays = 56

type Plan = Pick<NewLink, 'name' | 'slug' | 'code' | 'destination' | 'sourceTag'> & {
  /** Index of the merchant; null for the platform. */
  merchant: number | null
  ageDays: number
  clicksPerDay: number
  /** Share of the merchant's subscriptions since then that are attributed to the link. */
  share: number
  /** Share of the waitlist signups since then. */
  signups?: number
  isArchived?: boolean
  /** Days from now; negative is in the past. */
  startsInDays?: number
  endsInDays?: number
}

const plans: readonly Plan[] = [
  {
    name: 'Table tent',
    slug: 'table-tent',
    code: 'TABLETENT',
    destination: 'merchant',
    sourceTag: 'tables',
    merchant: 0,
    ageDays: 70,
    clicksPerDay: 6,
    share: 0.3,
    signups: 0.15,
  },
  {
    name: 'Window sticker',
    slug: 'window',
    code: 'WINDOW',
    destination: 'merchant',
    sourceTag: 'window',
    merchant: 0,
    ageDays: 40,
    clicksPerDay: 2,
    share: 0.1,
  },
  {
    name: 'Summer flyer',
    slug: 'summer-flyer',
    code: 'SUMMER',
    destination: 'home',
    sourceTag: 'flyer',
    merchant: 0,
    ageDays: 200,
    clicksPerDay: 0,
    share: 0,
    isArchived: true,
  },
  {
    name: 'Loyalty card',
    slug: 'loyalty-card',
    code: 'LOYALTY',
    destination: 'merchant',
    sourceTag: 'card',
    merchant: 1,
    ageDays: 30,
    clicksPerDay: 3,
    share: 0.2,
  },
  {
    name: 'Partner newsletter',
    slug: 'partners-news',
    code: 'NEWS',
    destination: 'partner_signup',
    sourceTag: 'newsletter',
    merchant: null,
    ageDays: 90,
    clicksPerDay: 9,
    share: 0,
    signups: 0.2,
  },
  {
    name: 'Coffee fair',
    slug: 'coffee-fair',
    code: 'FAIR',
    destination: 'partner_signup',
    sourceTag: 'fair',
    merchant: null,
    ageDays: 50,
    clicksPerDay: 4,
    share: 0,
    endsInDays: -20,
  },
  {
    name: 'Winter campaign',
    slug: 'winter',
    code: 'WINTER',
    destination: 'home',
    sourceTag: 'posters',
    merchant: null,
    ageDays: 2,
    clicksPerDay: 0,
    share: 0,
    startsInDays: 12,
  },
]

type Followed = { merchants: readonly DemoMerchant[]; subscriptions: DemoSubscriptions; waiting: DemoWaitlists }

/** Returns links in every state with the clicks of recent weeks. Some newer subscriptions are attributed to them. */
export function planAffiliates(
  chance: Chance,
  now: Date,
  timeZone: string,
  { merchants, subscriptions, waiting }: Followed,
): DemoAffiliates {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const links: NewLink[] = []
  const days: NewDay[] = []
  for (const [index, plan] of plans.entries()) {
    const merchantId = plan.merchant === null ? null : merchants[plan.merchant]?.id
    if (merchantId === undefined) continue
    const { name, slug, code, destination, sourceTag, ageDays, startsInDays, endsInDays } = plan
    const id = demoId('lnk', index + 1)
    const createdAt = inDays(-ageDays)
    links.push({
      id,
      name,
      slug,
      code,
      destination,
      sourceTag,
      merchantId,
      createdAt,
      updatedAt: createdAt,
      status: plan.isArchived ? 'archived' : 'active',
      startsAt: startsInDays === undefined ? null : inDays(startsInDays),
      endsAt: endsInDays === undefined ? null : inDays(endsInDays),
    })
    for (let ago = Math.min(shownDays, ageDays); ago >= Math.max(0, -(endsInDays ?? 0)); ago--) {
      const clicks = Math.round(plan.clicksPerDay * (0.4 + chance.next() * 1.2))
      if (clicks > 0) days.push({ linkId: id, day: dayKeyIn(timeZone, inDays(-ago)), clicks })
    }
    const people = waiting.entries.filter((one) => one.confirmedAt && one.createdAt > createdAt)
    for (const one of people) if (!one.affiliateCode && chance.next() < (plan.signups ?? 0)) one.affiliateCode = code
    const since = subscriptions.begun.filter((one) => one.merchantId === merchantId && one.createdAt > createdAt)
    for (const one of since) if (!one.affiliateCode && chance.next() < plan.share) one.affiliateCode = code
  }
  return { links, days }
}
