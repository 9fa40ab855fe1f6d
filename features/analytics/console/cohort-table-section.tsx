import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Cohort } from '../usage/contract'
import { cellSentence, cellText, cohortCells, lowestShare, monthText, shadeOf } from './cohort-words'
import { cohortLink, type LinkScope } from './overview-links'
import classes from './usage.module.css'

type CohortTableProps = { cohorts: readonly Cohort[]; isShare: boolean; scope: LinkScope }

/** A triangle: a younger row has fewer months to look back on. It is its own table: the shades only repeat the figures. */
export function CohortTable({ cohorts, isShare, scope }: CohortTableProps) {
  const most = Math.max(0, ...cohorts.map(({ running }) => running.length))
  const lowest = lowestShare(cohorts)
  const caption = `${isShare ? 'Share' : 'Number'} of subscriptions retained, by start month and months since`
  return (
    <div className={`q-scroll-x ${classes.frame}`} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.cohorts}>
        <caption className="q-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Start</th>
            <th scope="col">Started</th>
            {Array.from({ length: most }, (_, months) => (
              <th key={months} scope="col" aria-label={`Months since: ${months}`}>
                {months}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row">{monthText(cohort.month)}</th>
              <td>{formatCount(cohort.started)}</td>
              {cohortCells(cohort).map((cell) => (
                <td key={cell.months} data-level={shadeOf(cell, lowest)} title={cellSentence(cohort, cell)}>
                  {cell.count === 0 ? (
                    cellText(cell, isShare)
                  ) : (
                    <AppLink to={cohortLink(scope, cohort, cell)}>{cellText(cell, isShare)}</AppLink>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
