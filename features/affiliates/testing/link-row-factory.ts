import type { AffiliateLink, LinkDays, LinkTotals } from '../contract'

/** A link of one merchant to the home page as the list shows it, unless `facts` say otherwise. */
export function buildLink(details: Partial<AffiliateLink> = {}): AffiliateLink {
  return {
    id: 'lnk_1',
    name: 'Table tent',
    slug: 'table-tent',
    code: 'TABLETENT',
    address: 'https://quaff.test/r/table-tent',
    destination: 'home',
    formerAddresses: [],
    merchantId: 'mer_1',
    merchantName: 'Half Moon',
    sourceTag: 'tables',
    state: 'active',
    startsAt: null,
    endsAt: null,
    createdAt: new Date('2026-03-01'),
    updatedAt: new Date('2026-03-01'),
    version: 1,
    clicks: 80,
    signups: 10,
    subscriptions: 4,
    firstDrinks: 3,
    ...details,
  }
}

export function buildLinkTotals(details: Partial<LinkTotals> = {}): LinkTotals {
  return { active: 2, archived: 1, clicks: 120, signups: 12, subscriptions: 5, firstDrinks: 3, ...details }
}

/** March 2026, with 2 clicks on each of the first nine days, 7 on the tenth, and one signup on the fifth. */
export function buildLinkDays(details: Partial<LinkDays> = {}): LinkDays {
  const keys = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 1, 9 + index)).toISOString().slice(0, 10),
  )
  return {
    days: keys.map((day) => ({ day, clicks: clicksOn(day), signups: day === '2026-03-05' ? 1 : 0 })),
    window: { from: new Date('2026-02-09T00:00:00Z'), to: new Date('2026-03-10T12:00:00Z') },
    timeZone: 'UTC',
    measuredAt: new Date('2026-03-10T12:00:00Z'),
    ...details,
  }
}

function clicksOn(day: string): number {
  if (day < '2026-03-01') return 0
  return day === '2026-03-10' ? 7 : 2
}
