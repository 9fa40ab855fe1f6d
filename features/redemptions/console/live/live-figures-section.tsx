import { IconBolt } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BarChart } from '@quaff/platform/console/display/charts/bar-chart'
import { DateText } from '@quaff/platform/console/display/date-time'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { LiveCounter } from '../../usage/contract'
import { hourPoints } from './hour-points-widget'
import classes from './live.module.css'

const countFormat = new Intl.NumberFormat()

export function LiveFigures({ counter }: { counter: LiveCounter }) {
  const { timeZone, measuredAt } = counter
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone }).format(measuredAt)
  return (
    <div className={classes.figures}>
      <BarChart
        caption="Redemptions per hour of today"
        lead={(pointedAt) => (
          <>
            <dl className={classes.row}>
              <Figure label="Redeemed today">
                <span className={classes.big} role="status">
                  {countFormat.format(counter.today)}
                </span>
              </Figure>
              <Figure label="Last hour">
                <span className={classes.value}>{countFormat.format(counter.lastHour)}</span>
                {counter.isSurge && (
                  <StatusPill tone="info" icon={IconBolt}>
                    Surge
                  </StatusPill>
                )}
              </Figure>
              <Figure label={`Same time last ${weekday}`} second>
                <span className={`${classes.value} ${classes.quiet}`}>
                  {counter.weekAgo === null ? '—' : countFormat.format(counter.weekAgo)}
                </span>
              </Figure>
            </dl>
            <p className="q-caption q-num">
              {pointedAt ?? (
                <>
                  By <DateText value={measuredAt} style="time" timeZone={timeZone} />, days and hours of {timeZone}
                </>
              )}
            </p>
          </>
        )}
        points={hourPoints(counter.hours, counter)}
        valueLabel="redemptions"
        oneLabel="redemption"
        labelHeader="Hour"
        labelEvery={3}
        height={96}
      />
    </div>
  )
}

type FigureProps = { label: string; second?: boolean; children: ReactNode }

function Figure({ label, second = false, children }: FigureProps) {
  return (
    <div className={second ? 'q-not-phone' : undefined}>
      <dt className="q-caption">{label}</dt>
      <dd className={classes.figure}>{children}</dd>
    </div>
  )
}
