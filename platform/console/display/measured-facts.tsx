import type { ReactNode } from 'react'
import { Button } from '../controls/button'
import type { Measured, MeasuredQuery } from './measured-words'
import classes from './measured-panel.module.css'

type MeasuredFactsProps = { query: MeasuredQuery<Measured>; text: string | undefined; children?: ReactNode }

/** What is to be known of the figures above; that they are old, where they could not be read anew. */
export function MeasuredFacts({ query, text, children }: MeasuredFactsProps) {
  return (
    <div className={classes.facts}>
      {text !== undefined && <span className="q-caption q-num">{text}</span>}
      {children}
      {query.isRefetchError && (
        <span className="q-row" role="status">
          <span className="q-tag" data-tone="warn">
            Couldn’t refresh
          </span>
          <Button size="sm" variant="quiet" loading={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  )
}
