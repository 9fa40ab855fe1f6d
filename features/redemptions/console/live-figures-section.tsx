import { IconBolt } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { DateText, useHourCycle, formatCount } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { StatusPill } from '@quaff/platform/console/display/panel'
import type { LiveCounter } from '../usage-contract'
import { hourPoints, weekAgoLabel } from './hour-points-widget'
import classes from './redemptions.module.css'

export function LiveFigures({ counter }: { counter: LiveCounter }) {
  const { timeZone, measuredAt } = counter
  const hourCycle = useHourCycle()
  const weekAgo = weekAgoLabel(measuredAt, timeZone)
  return (
    <div className={classes.figures}>
      <Plot
        caption="Redemptions per hour today"
        lead={(pointedAt) => (
          <>
            <dl className={classes.row}>
              <Figure label="Redeemed today">
                <span className={classes.big} role="status">
                  {formatCount(counter.today)}
                </span>
              </Figure>
              <Figure label="Last hour">
                <span className={classes.value}>{formatCount(counter.lastHour)}</span>
                {counter.isSurge && (
                  <StatusPill tone="info" icon={IconBolt}>
                    Surge
                  </StatusPill>
                )}
              </Figure>
              <Figure label={`Same time ${weekAgo.replace('Last', 'last')}`} second>
                <span className={`${classes.value} ${classes.quiet}`}>
                  {counter.weekAgo === null ? '—' : formatCount(counter.weekAgo)}
                </span>
              </Figure>
            </dl>
            <p className="q-caption q-num">
              {pointedAt ?? (
                <>
                  Until <DateText value={measuredAt} style="time" timeZone={timeZone} />
                  {inZone(timeZone)}
                </>
              )}
            </p>
          </>
        )}
        points={hourPoints(counter.hours, { ...counter, before: counter.hoursBefore, hourCycle })}
        seriesLabel="Today"
        beforeLabel={counter.hoursBefore ? weekAgo : undefined}
        valueLabel="redemptions"
        oneLabel="redemption"
        labelHeader="Hour"
        labelEvery={3}
        height={120}
      />
    </div>
  )
}

function Figure({ label, second = false, children }: { label: string; second?: boolean; children: ReactNode }) {
  return (
    <div className={second ? 'q-not-phone' : undefined}>
      <dt className="q-caption">{label}</dt>
      <dd className={classes.figure}>{children}</dd>
    </div>
  )
}
