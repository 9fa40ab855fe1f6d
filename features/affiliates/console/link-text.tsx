import {
  IconArchive,
  IconCalendarOff,
  IconCalendarTime,
  IconCircleCheck,
  IconCheck,
  IconCopy,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { formatCount, formatPercent } from '@quaff/platform/console/display/formats'
import { copyLink, type StatusMeta } from '@quaff/platform/console/display/panel'
import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { AffiliateLink, LinkDestination, LinkFigures, LinkState } from '../contract'
import { conversionPercent } from '../rules'

export const stateMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  scheduled: { label: 'Scheduled', tone: 'info', icon: IconCalendarTime },
  ended: { label: 'Ended', tone: 'neutral', icon: IconCalendarOff },
  archived: { label: 'Archived', tone: 'neutral', icon: IconArchive },
} as const satisfies Record<LinkState, StatusMeta>

export const destinationMeta = {
  home: { label: 'Home page', text: 'The page for guests' },
  partner_signup: { label: 'Partner signup', text: 'Where venues apply. Applications include the code.' },
  merchant: { label: 'Merchant', text: 'The merchant’s invitation page' },
} as const satisfies Record<LinkDestination, { label: string; text: string }>

export const ownerName = ({ merchantName }: Pick<AffiliateLink, 'merchantName'>) => merchantName ?? 'Platform'

/** "quaff.example/r/table-tent": what people read and type. */
export const shortAddress = (address: string) => address.replace(/^https?:\/\//, '')

export const unknown = '—'

/** Unknown figures read "—", never 0 (G37). */
export const figureText = (figure: number | null) => (figure === null ? unknown : formatCount(figure))

export function conversionText(figures: Pick<AffiliateLink, 'clicks' | 'signups'>): string {
  const share = conversionPercent(figures)
  return share === null ? unknown : formatPercent(share)
}

export const figureLabels = {
  clicks: {
    label: 'Clicks',
    formula: 'Unique visits, counted once per visitor every 30 minutes. Bots and your own visits are excluded.',
    unknown: '',
  },
  signups: {
    label: 'Signups',
    formula:
      'Waitlist signups, merchant applications and form submissions that used a link. Unverified submissions count once approved.',
    unknown: 'No signups with a code yet',
  },
  conversion: { label: 'Conversion', formula: 'Signups ÷ clicks × 100.', unknown: 'Available after the first signup' },
  subscriptions: {
    label: 'Subscriptions',
    formula: 'Subscriptions that started with a link’s code.',
    unknown: 'No subscriptions with a code yet',
  },
  firstDrinks: {
    label: 'First drinks',
    formula: 'Those subscriptions with at least one drink at the merchant since.',
    unknown: 'Available after the first subscription',
  },
} as const

/** Unknown figures explain themselves in a tooltip and to screen readers. */
export function FigureText({ figures, figure }: { figures: LinkFigures; figure: keyof typeof figureLabels }) {
  const text = figure === 'conversion' ? conversionText(figures) : figureText(figures[figure])
  if (text !== unknown) return <span className="q-num">{text}</span>
  return (
    <span className="q-muted" title={figureLabels[figure].unknown}>
      <span aria-hidden>{unknown}</span>
      <span className="q-hidden">{figureLabels[figure].unknown}</span>
    </span>
  )
}

/** `endsAt` is the first instant at which a link leads nowhere: people think of the day before it. */
export const lastDayOf = (endsAt: Date) => new Date(endsAt.getTime() - 1)

type Days = { firstDay: string; lastDay: string }
type Instants = { startsAt: Date | null; endsAt: Date | null }

/** Days of the platform's calendar, as `YYYY-MM-DD`; empty where there is no limit. */
export function daysOf({ startsAt, endsAt }: Instants, timeZone: string): Days {
  return {
    firstDay: startsAt ? dayKeyIn(timeZone, startsAt) : '',
    lastDay: endsAt ? dayKeyIn(timeZone, lastDayOf(endsAt)) : '',
  }
}

/** An unchanged day keeps its instant, because the API accepts any hour. */
export function instantsOf(days: Days, before: Instants, timeZone: string): Instants {
  const known = daysOf(before, timeZone)
  const startOf = (day: string) => (day === '' ? null : startOfDayKeyIn(timeZone, day))
  const start = startOf(days.lastDay)
  return {
    startsAt: days.firstDay === known.firstDay ? before.startsAt : startOf(days.firstDay),
    endsAt: days.lastDay === known.lastDay ? before.endsAt : start && shiftDaysIn(timeZone, start, 1),
  }
}

const SHOWN_MS = 2_000

export function CopyAddressButton({ link, withWords = false }: { link: AffiliateLink; withWords?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const icon = copied ? IconCheck : IconCopy
  const copy = () => void copyLink(link.address).then(setCopied)
  if (withWords)
    return (
      <Button size="sm" icon={icon} onClick={copy}>
        Copy link
      </Button>
    )
  return <IconButton size="sm" icon={icon} label={`Copy link for ${isolated(link.name)}`} onClick={copy} />
}
