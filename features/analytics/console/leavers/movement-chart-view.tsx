import { useState } from 'react'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { MovementRow } from '../../leavers/contract'
import { canceledLink, subscriptionsLink, type LinkScope } from '../overview/overview-links'
import { rowSentence, shortMonthName, sumsOf } from './movement-words'
import classes from './leavers.module.css'

type MovementChartProps = { rows: readonly MovementRow[]; scope: LinkScope }

/** Above the line what came in each month, below it what went; the figures stand in the table. */
export function MovementChart({ rows, scope }: MovementChartProps) {
  const [pointed, setPointed] = useState<MovementRow>()
  const sums = rows.map(sumsOf)
  const [up, down] = [Math.max(1, ...sums.map(({ gained }) => gained)), Math.max(1, ...sums.map(({ lost }) => lost))]
  const caption = 'What came and what went in each month'
  return (
    <figure className={classes.figure}>
      <span className="q-caption q-num" aria-hidden>
        {pointed ? rowSentence(pointed) : caption}
      </span>
      <div className={classes.plot} role="group" aria-label={caption} onMouseLeave={() => setPointed(undefined)}>
        {rows.map((row, index) => {
          const { gained, lost } = sums[index] ?? { gained: 0, lost: 0 }
          const shown = { onMouseEnter: () => setPointed(row), onFocus: () => setPointed(row) }
          return (
            <div
              key={row.month}
              className={classes.month}
              style={{ gridTemplateRows: `minmax(0, ${up}fr) minmax(0, ${down}fr)` }}
              {...shown}
            >
              <AppLink
                to={subscriptionsLink(scope, { createdFrom: row.from, createdTo: row.to })}
                className={classes.gained}
                aria-label={`${rowSentence(row)}. Open what began`}
              >
                <span style={{ height: `${(gained / up) * 100}%` }} />
              </AppLink>
              <AppLink
                to={canceledLink(scope, row)}
                className={classes.lost}
                aria-label={`${rowSentence(row)}. Open what was canceled`}
              >
                <span style={{ height: `${(lost / down) * 100}%` }} />
              </AppLink>
            </div>
          )
        })}
      </div>
      <div className={classes.axis} aria-hidden>
        {rows.map(({ month }) => (
          <span key={month}>{shortMonthName(month)}</span>
        ))}
      </div>
    </figure>
  )
}
