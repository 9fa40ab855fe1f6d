import { IconArchive, IconCalendarOff, IconCalendarTime, IconCircleCheck } from '@tabler/icons-react'
import { formatCount, formatPercent } from '@quaff/platform/console/display/figures/figure-text'
import type { Look } from '@quaff/platform/console/display/status-pill'
import type { AffiliateLink, LinkDestination, LinkState } from '../contract'
import { conversionPercent } from '../rules'

export const stateLooks = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  scheduled: { label: 'Scheduled', tone: 'info', icon: IconCalendarTime },
  ended: { label: 'Ended', tone: 'neutral', icon: IconCalendarOff },
  archived: { label: 'Archived', tone: 'neutral', icon: IconArchive },
} as const satisfies Record<LinkState, Look>

export const destinationLooks = {
  home: { label: 'Home page', text: 'The page for guests.' },
  partner_signup: { label: 'Partner signup', text: 'Where venues apply. The application carries the code.' },
  merchant: { label: 'Merchant', text: 'The invitation page, in the name of the merchant.' },
} as const satisfies Record<LinkDestination, { label: string; text: string }>

export const ownerName = ({ merchantName }: Pick<AffiliateLink, 'merchantName'>) => merchantName ?? 'Platform'

/** "quaff.example/r/table-tent": what people read and type. */
export const shortAddress = (address: string) => address.replace(/^https?:\/\//, '')

export const unknown = '—'

/** What is not known reads "—", never 0 (G37). */
export const figureText = (figure: number | null) => (figure === null ? unknown : formatCount(figure))

export function conversionText(figures: Pick<AffiliateLink, 'clicks' | 'signups'>): string {
  const share = conversionPercent(figures)
  return share === null ? unknown : formatPercent(share)
}

export const figureWords = {
  clicks: {
    label: 'Clicks',
    formula:
      'Visitors whose browser showed the page that a link leads to: one per link, network and browser in half an hour. Programs and the owner’s own visits are not counted.',
    unknown: '',
  },
  signups: {
    label: 'Signups',
    formula:
      'People on waitlists, applications of merchants and answers to signup forms that carried the code of a link. An answer counts if its sender confirmed the address, or once it is approved.',
    unknown: 'No signup has carried a code yet.',
  },
  conversion: { label: 'Conversion', formula: 'Signups ÷ clicks × 100.', unknown: 'Known with the first signup.' },
  subscriptions: {
    label: 'Subscriptions',
    formula: 'Subscriptions whose first event carried the code of a link.',
    unknown: 'No subscription has carried a code yet.',
  },
  firstDrinks: {
    label: 'First drinks',
    formula: 'Of those subscriptions, the ones after which the person had a drink at that merchant.',
    unknown: 'Known with the first subscription.',
  },
} as const
