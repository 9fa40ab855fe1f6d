import type { AffiliateLink, LinkTotals } from '../contract'

/** A link of one merchant to the home page as the list shows it, unless `facts` say otherwise. */
export function buildLink(facts: Partial<AffiliateLink> = {}): AffiliateLink {
  return {
    ...{ id: 'lnk_1', name: 'Table tent', slug: 'table-tent', code: 'TABLETENT' },
    ...{ address: 'https://quaff.test/r/table-tent', destination: 'home' },
    ...{ merchantId: 'mer_1', merchantName: 'Half Moon', sourceTag: 'tables', state: 'active' },
    ...{
      startsAt: null,
      endsAt: null,
      createdAt: new Date('2026-03-01'),
      updatedAt: new Date('2026-03-01'),
      version: 1,
    },
    ...{ clicks: 80, signups: 10, subscriptions: 4, firstDrinks: 3 },
    ...facts,
  }
}

export function buildLinkTotals(facts: Partial<LinkTotals> = {}): LinkTotals {
  return { active: 2, archived: 1, clicks: 120, signups: 12, subscriptions: 5, firstDrinks: 3, ...facts }
}
