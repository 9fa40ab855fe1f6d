import type { Context } from '@quaff/platform/server/context'
import type { AffiliateLink } from '../contract'
import { linkStateAt } from '../rules'
import { presentFigures } from './figures-store'
import type { LinkRow } from './link-store'

export function presentLink({ clock, settings }: Pick<Context, 'clock' | 'settings'>, row: LinkRow): AffiliateLink {
  const { clicks, signups, subscriptions, firstDrinks, status, merchantName, formerSlugs, ...link } = row
  const addressOf = (slug: string) => `${settings.baseUrl}/r/${slug}`
  return {
    ...link,
    ...presentFigures({ clicks, signups, subscriptions, firstDrinks }),
    merchantName: link.merchantId === null ? null : (merchantName ?? 'Unknown Merchant'),
    address: addressOf(link.slug),
    formerAddresses: formerSlugs.map(addressOf),
    state: linkStateAt({ status, startsAt: link.startsAt, endsAt: link.endsAt }, clock.now()),
  }
}
