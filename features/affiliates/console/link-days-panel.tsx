import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import type { AffiliateLink } from '../contract'
import type { DayRange, LinkDays } from '../days/contract'
import { affiliatesApi } from './affiliate-queries'
import { hasSignups, heads, isQuiet, pointsOf, rowsOf, saveDays, totalsText } from './day-words'

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
      // Of a link that nobody has followed yet, no bars will come.
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
