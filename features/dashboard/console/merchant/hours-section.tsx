import { busiestHour, hourPoints } from '@quaff/features/redemptions/console/live/hour-points-widget'
import { BarChart } from '@quaff/platform/console/display/charts/bar-chart'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'
import type { MerchantOverview } from '../../contract'
import { zoneLabel } from '../zone-label'
import classes from './merchant-sections.module.css'

const countFormat = new Intl.NumberFormat()

export function HoursSection({ overview }: { overview: MerchantOverview }) {
  const { timeZone, measuredAt, redemptionHours } = overview
  // As the hours under the bars are written.
  const until = `by ${formatDate(measuredAt, 'time', { timeZone, hourCycle: '24h' })} ${zoneLabel(timeZone, measuredAt)}`
  return (
    <Panel title="Redemptions today by hour">
      <BarChart
        caption="Redemptions per hour of today"
        lead={(pointedAt) => (
          <p className={classes.lead}>
            <span className={`q-h1 q-num ${classes.figure}`}>{countFormat.format(overview.redemptionsToday)}</span>
            <span className="q-secondary q-num">
              {pointedAt ?? [until, busiestHour(redemptionHours)].filter(Boolean).join(', ')}
            </span>
          </p>
        )}
        points={hourPoints(redemptionHours, overview)}
        valueLabel="redemptions"
        oneLabel="redemption"
        labelHeader="Hour"
        labelEvery={3}
        height={216}
      />
    </Panel>
  )
}
