import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { Plot, type PlotPoint } from '@quaff/platform/console/display/charts/plot'
import { formatDateRange, counted, formatCount } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import type { AffiliateLink, DayRange, LinkDays } from '../contract'
import { type DayBar, dayBars, sumDays } from '../rules'
import { affiliatesApi } from './affiliate-queries'
import { figureText, figureLabels } from './link-text'

const ranges = [
  { value: '30', label: '30 days' },
  { value: '91', label: '13 weeks' },
] as const
type Range = (typeof ranges)[number]['value']
const daysOf = { 30: 30, 91: 91 } as const satisfies Record<Range, DayRange>

const title = 'Clicks by day'
const formula = 'Clicks and signups per day, counted as in the totals above. The last bar is still in progress.'

export function LinkDaysPanel({ link }: { link: Pick<AffiliateLink, 'id' | 'slug' | 'clicks'> }) {
  const [range, setRange] = useState<Range>('30')
  const input = { linkId: link.id, days: daysOf[range] }
  const query = useQuery(affiliatesApi.days.queryOptions({ input, placeholderData: keepPreviousData }))
  return (
    <MeasuredPanel
      title={title}
      formula={formula}
      what="days"
      query={query}
      isOwnTime
      // A link without clicks has no bars.
      height={link.clicks === 0 ? 72 : undefined}
      empty={(data) =>
        isQuiet(data) && (
          <div className="q-stack">
            <RangeChoice range={range} onChange={setRange} />
            <p className="q-secondary">No clicks in the last {data.days.length} days.</p>
          </div>
        )
      }
      onSave={(data) => saveDays(link.slug, data)}
      table={(data) => (
        <div className="q-stack">
          <RangeChoice range={range} onChange={setRange} />
          <ChartTable caption={title} headers={heads} rows={rowsOf(data)} />
        </div>
      )}
    >
      {(data) => (
        <div className="q-stack">
          <RangeChoice range={range} onChange={setRange} />
          <Bars data={data} />
        </div>
      )}
    </MeasuredPanel>
  )
}

function RangeChoice({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  return (
    <div className="q-row">
      <Segmented label="Period" value={range} options={ranges} onChange={onChange} />
    </div>
  )
}

function Bars({ data }: { data: LinkDays }) {
  return (
    <>
      <Plot
        caption={`Clicks, ${totalsText(data)}`}
        lead={(pointedAt) => <span className="q-caption q-num">{pointedAt ?? totalsText(data)}</span>}
        points={pointsOf(data, 'clicks')}
        valueLabel="clicks"
        oneLabel="click"
        height={112}
        hasTable={false}
      />
      {hasSignups(data) && (
        <Plot
          caption="Signups on the same days"
          points={pointsOf(data, 'signups')}
          valueLabel="signups"
          oneLabel="signup"
          height={56}
          hasTable={false}
        />
      )}
    </>
  )
}

/** Days are names already: no zone may move them. */
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

const spanText = ({ from, to }: Pick<DayBar, 'from' | 'to'>) =>
  formatDateRange(noonOf(from), noonOf(to), { timeZone: 'UTC' })

/** "412 clicks, 12 signups"; without signups where none is known of. */
function totalsText({ days }: LinkDays): string {
  const { clicks, signups } = sumDays(days)
  return signups === null ? counted(clicks, 'click') : `${counted(clicks, 'click')}, ${counted(signups, 'signup')}`
}

const isQuiet = ({ days }: LinkDays) => days.every(({ clicks, signups }) => clicks === 0 && !signups)
const hasSignups = ({ days }: LinkDays) => days.some(({ signups }) => signups)

/** One bar per day or week; the last one is incomplete. */
function pointsOf({ days }: LinkDays, figure: 'clicks' | 'signups'): PlotPoint[] {
  const bars = dayBars(days)
  return bars.map((bar, index) => ({
    label: spanText(bar),
    shortLabel: short.format(noonOf(bar.from)),
    value: bar[figure] ?? 0,
    note: figure === 'clicks' && bar.signups ? counted(bar.signups, 'signup') : undefined,
    state: index === bars.length - 1 ? 'open' : 'closed',
  }))
}

const heads = ['Days', figureLabels.clicks.label, figureLabels.signups.label]

/** Newest first: what happened yesterday is looked up more often than what did a month ago. */
const rowsOf = ({ days }: LinkDays): string[][] =>
  dayBars(days)
    .toReversed()
    .map((bar) => [spanText(bar), formatCount(bar.clicks), figureText(bar.signups)])

/** Every day by itself: weeks are for the eye. */
function saveDays(slug: string, data: LinkDays): void {
  const rows = data.days.map(({ day, clicks, signups }) => [day, clicks, signups])
  saveMeasured(`clicks-${slug}`, ['Day', ...heads.slice(1)], rows, data)
}
