import type { AffiliateLink } from '../../contract'
import { conversionPercent } from '../../rules'

export const linkColumns = [
  'Name',
  'Short link',
  'Code',
  'Destination',
  'Owner',
  'Source tag',
  'Status',
  'Starts',
  'Ends',
  'Clicks',
  'Signups',
  'Conversion %',
  'Subscriptions',
  'First drinks',
  'Created',
] as const

/** In the order of `linkColumns`. What is not known is null, never 0 (G37). */
export function exportedLink(link: AffiliateLink) {
  return {
    name: link.name,
    address: link.address,
    code: link.code,
    destination: link.destination,
    owner: link.merchantName ?? 'Platform',
    sourceTag: link.sourceTag,
    status: link.state,
    startsAt: link.startsAt?.toISOString() ?? null,
    endsAt: link.endsAt?.toISOString() ?? null,
    clicks: link.clicks,
    signups: link.signups,
    conversionPercent: conversionPercent(link),
    subscriptions: link.subscriptions,
    firstDrinks: link.firstDrinks,
    createdAt: link.createdAt.toISOString(),
  }
}

export function cellsOf(link: AffiliateLink): string[] {
  return Object.values(exportedLink(link)).map((value) => {
    if (value === null) return ''
    return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value)
  })
}
