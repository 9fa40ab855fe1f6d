import { Plot, type PlotPoint } from '@quaff/platform/console/display/charts/plot'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import type { MerchantOverview } from '../contract'
import classes from './dashboard.module.css'

const plotHeight = 168

export function WeekSection({ overview }: { overview: MerchantOverview | undefined }) {
  return (
    <Panel title="Last 7 days" loading={!overview} skeleton={<Skeleton shape="block" height={plotHeight + 88} />}>
      {overview && <Week overview={overview} />}
    </Panel>
  )
}

function Week({ overview: { redemptionWeek, timeZone, measuredAt } }: { overview: MerchantOverview }) {
  const { days, daysBefore, totalBefore } = redemptionWeek
  const total = days.reduce((sum, count) => sum + count, 0)
  return (
    <Plot
      caption="Redemptions per day"
      lead={(pointedAt) => (
        <p className={classes.lead}>
          <span className={`q-h1 q-num ${classes.figure}`}>{counted(total, 'redemption')}</span>
          <span className="q-secondary q-num">
            {pointedAt ??
              (totalBefore !== null && `${changeText(total - totalBefore)} vs previous 7 days, up to this time`)}
          </span>
        </p>
      )}
      points={days.map((value, index): PlotPoint => {
        const at = shiftDaysIn(timeZone, measuredAt, index - days.length + 1)
        const isToday = index === days.length - 1
        const before = daysBefore?.[index]
        const key = dayKeyIn(timeZone, at)
        return {
          label: new Intl.DateTimeFormat(undefined, {
            weekday: 'short',
            month: 'short',
            day: 'numeric',
            timeZone,
          }).format(at),
          shortLabel: isToday ? 'Today' : new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone }).format(at),
          value,
          before: before === undefined ? undefined : { value: before, text: `${formatCount(before)} the week before` },
          state: isToday ? 'open' : 'closed',
          to: `/redemptions?tab=history&from=${key}&to=${key}&status=completed`,
        }
      })}
      seriesLabel="This week"
      beforeLabel={daysBefore ? 'Week before' : undefined}
      valueLabel="redemptions"
      oneLabel="redemption"
      labelHeader="Day"
      labelEvery={1}
      height={plotHeight}
    />
  )
}

function changeText(change: number): string {
  if (change === 0) return 'No change'
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`
}
