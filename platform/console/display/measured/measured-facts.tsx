import type { ReactNode } from 'react'
import { Button } from '../../controls/button'
import { usePreferences } from '../../theme/use-preferences'
import { freshnessText, windowText, type Measured, type MeasuredQuery } from './measured-words'
import classes from './measured-panel.module.css'

type MeasuredFactsProps = { data: Measured; query: MeasuredQuery<Measured>; extra?: ReactNode }

/** Window, zone and age of what is shown; that it is old, where it could not be read anew. */
export function MeasuredFacts({ data, query, extra }: MeasuredFactsProps) {
  const { hourCycle } = usePreferences()
  return (
    <div className={classes.facts}>
      <span className="q-caption q-num">
        {windowText(data)}, {freshnessText(data, hourCycle)}
      </span>
      {extra}
      {query.isRefetchError && (
        <span className="q-row" role="status">
          <span className="q-tag" data-tone="warn">
            Could not be refreshed
          </span>
          <Button size="sm" variant="quiet" loading={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  )
}
