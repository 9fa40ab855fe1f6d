import { busiestHour, hourPoints, weekAgoLabel } from '@quaff/features/redemptions/live/console/hour-points-widget'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { formatDate, useHourCycle } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Panel } from '@quaff/platform/console/display/panel'
import { Skeleton } from '@quaff/platform/console/display/skeleton'
import type { MerchantOverview } from '../contract'
import classes from './merchant-sections.module.css'

export function HoursSection({ overview }: { overview: MerchantOverview | undefined }) {
  return (
    <Panel
      title="Redemptions today by hour"
      loading={!overview}
      skeleton={<Skeleton shape="block" height={plotHeight + 88} />}
    >
      {overview && <Hours overview={overview} />}
    </Panel>
  )
}

const plotHeight = 216

function Hours({ overview }: { overview: MerchantOverview }) {
  const { timeZone, measuredAt, redemptionHours, redemptionHoursBefore: before } = overview
  const hourCycle = useHourCycle()
  const until = `until ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
  return (
    <Plot
      caption="Redemptions per hour today"
      lead={(pointedAt) => (
        <p className={classes.lead}>
          <span className={`q-h1 q-num ${classes.figure}`}>{formatCount(overview.redemptionsToday)}</span>
          <span className="q-secondary q-num">
            {pointedAt ?? [until, busiestHour(redemptionHours, hourCycle)].filter(Boolean).join(' · ')}
          </span>
        </p>
      )}
      points={hourPoints(redemptionHours, { timeZone, measuredAt, before, hourCycle })}
      seriesLabel="Today"
      beforeLabel={before ? weekAgoLabel(measuredAt, timeZone) : undefined}
      valueLabel="redemptions"
      oneLabel="redemption"
      labelHeader="Hour"
      labelEvery={3}
      height={plotHeight}
    />
  )
}
