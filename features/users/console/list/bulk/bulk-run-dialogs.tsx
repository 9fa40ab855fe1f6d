import { useState } from 'react'
import classes from './bulk.module.css'
import { bulkSummary, bulkWords, formatCount, type BulkAction } from './bulk-words'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import type { RowResult } from '@quaff/platform/console/list/bulk/run-one-by-one'

interface BulkProgressProps {
  action: BulkAction
  done: number
  total: number
  onStop: () => void
}

/** Escape and the cross cancel too: nothing goes on behind a closed dialog. */
export function BulkProgress({ action, done, total, onStop }: BulkProgressProps) {
  const [stopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  const text = `${formatCount(done)} of ${formatCount(total)}`
  return (
    <Dialog
      opened
      onClose={stop}
      keepOnOutsideClick
      title={stopping ? 'Stopping…' : 'Working…'}
      description="Who is done already stays done when you cancel."
      footer={
        <Button data-autofocus disabled={stopping} onClick={stop}>
          Cancel
        </Button>
      }
    >
      <progress className={classes.meter} aria-label={bulkWords[action].button} max={total} value={done} />
      <p className="q-secondary q-num">{text}</p>
    </Dialog>
  )
}

interface BulkResultsProps {
  action: BulkAction
  results: readonly RowResult[]
  onClose: () => void
}

export function BulkResults({ action, results, onClose }: BulkResultsProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={bulkSummary(action, results)}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {results.some(({ ok }) => !ok) && (
        <Notice tone="warn" announce>
          Who was not changed stays selected.
        </Notice>
      )}
      <BulkResultList label="Result per person" results={results} done={bulkWords[action].done} />
    </Dialog>
  )
}
