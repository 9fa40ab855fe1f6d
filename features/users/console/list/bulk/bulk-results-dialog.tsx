import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import { summaryOf, type RowResult } from '@quaff/platform/console/list/bulk/run-one-by-one'
import { bulkWords, type BulkAction } from './bulk-words'

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
      title={summaryOf(bulkWords[action].done, results)}
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
