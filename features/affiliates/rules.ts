import { clickLimits, type LinkDay, type LinkDestination, type LinkState, type LinkStatus } from './contract'

type Dated = { status: LinkStatus; startsAt: Date | null; endsAt: Date | null }

/** `endsAt` is the first instant at which the link no longer works. */
export function linkStateAt({ status, startsAt, endsAt }: Dated, now: Date): LinkState {
  if (status === 'archived') return 'archived'
  if (endsAt && endsAt <= now) return 'ended'
  return startsAt && startsAt > now ? 'scheduled' : 'active'
}

export const neutralPath = '/affiliate'

const destinations = {
  home: { path: '/', parameter: 'via' },
  partner_signup: { path: '/partners/signup', parameter: 'via' },
  merchant: { path: neutralPath, parameter: 'code' },
} as const satisfies Record<LinkDestination, { path: string; parameter: string }>

/** Returns the path that an active link leads to; the page there posts the click. */
export function landingPath({ destination, code }: { destination: LinkDestination; code: string }): string {
  const { path, parameter } = destinations[destination]
  return `${path}?${parameter}=${code}`
}

/** Returns the path for a link that has ended or not begun: the same page, without an invitation. */
export const pathWithoutCode = ({ destination }: { destination: LinkDestination }) => destinations[destination].path

/** Start of the half hour in which a visitor's further clicks count nothing. */
export function clickWindow(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % clickLimits.windowMs))
}

/** User agents that fetch pages without a visitor. Cubot is a phone maker. */
const programs =
  /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|^whatsapp|monitor|headless|lighthouse|phantomjs|curl|wget|python|scan|https?[ -]?client|okhttp|axios|undici|node-fetch|^node|^java|libwww/i

export function isProgram(userAgent: string): boolean {
  return userAgent.trim() === '' || programs.test(userAgent)
}

/** Signups per click, in percent; null while either is unknown. */
export function conversionPercent({ clicks, signups }: { clicks: number; signups: number | null }): number | null {
  return signups === null || clicks === 0 ? null : (signups / clicks) * 100
}

export type LinkDraft = {
  destination: LinkDestination
  merchantId: string | null
  startsAt: Date | null
  endsAt: Date | null
}

/** Returns the first error that spans several fields, or null. */
export function linkError({ destination, merchantId, startsAt, endsAt }: LinkDraft) {
  if (destination === 'merchant' && merchantId === null)
    return { field: 'merchantId', text: 'Choose the merchant for this link.' } as const
  if (startsAt && endsAt && endsAt <= startsAt)
    return { field: 'endsAt', text: 'The last day must be after the first day.' } as const
  return null
}

export type DayBar = { from: string; to: string; clicks: number; signups: number | null }

/** The chart in the sheet has room for this many bars. */
const mostBars = 31
const weekDays = 7

/** A bar for each day, or for each week, counted back from the last day. */
export function dayBars(days: readonly LinkDay[]): DayBar[] {
  const size = days.length > mostBars ? weekDays : 1
  const starts = days.flatMap((_, index) => ((days.length - index) % size === 0 ? [index] : []))
  return starts.flatMap((start) => {
    const part = days.slice(start, start + size)
    const [first, last] = [part[0], part.at(-1)]
    return first && last ? [{ from: first.day, to: last.day, ...sumDays(part) }] : []
  })
}

/** Signups are either known for all days or for none. */
export function sumDays(days: readonly Pick<LinkDay, 'clicks' | 'signups'>[]) {
  const isKnown = days.every(({ signups }) => signups !== null)
  return {
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    signups: isKnown ? days.reduce((sum, { signups }) => sum + (signups ?? 0), 0) : null,
  }
}
