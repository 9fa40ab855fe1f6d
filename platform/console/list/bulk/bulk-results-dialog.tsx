import { Button } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { Notice } from '../../display/notice'
import { BulkResultList } from './bulk-result-list'
import type { RowResult } from './run-one-by-one'

interface BulkResultsDialogProps {
  title: string
  /** "Result per payout" */
  label: string
  /** What is said of those that went well: "approved". */
  done: string
  /** Which ones are left to do. */
  left: string
  results: readonly RowResult[]
  onClose: () => void
}

export function BulkResultsDialog({ title, label, done, left, results, onClose }: BulkResultsDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {results.some(({ ok }) => !ok) && (
        <Notice tone="warn" announce>
          {left}
        </Notice>
      )}
      <BulkResultList label={label} results={results} done={done} />
    </Dialog>
  )
}
