import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import { ProgressDialog } from '@quaff/platform/console/list/bulk/progress-dialog'
import { summaryOf } from '@quaff/platform/console/list/bulk/run-one-by-one'
import type { PayoutRow } from '../../../contract'
import { payoutCommands } from '../../payout-commands-widget'
import { previewOf } from './bulk-preview'
import { BulkPreviewList } from './bulk-preview-list'
import { bulkWords, type BulkAction } from './bulk-words'
import { useBulk } from './use-bulk'

interface BulkDialogProps {
  action: BulkAction
  rows: readonly PayoutRow[]
  onClose: () => void
  /** What was done is no longer selected. */
  onDone: (finished: ReadonlySet<string>) => void
}

/** Shows which it can be done to, does it one by one, and tells what became of each. */
export function BulkDialog({ action, rows, onClose, onDone }: BulkDialogProps) {
  // What was asked for stays the same, though the selection shrinks to what is left.
  const [preview] = useState(() => previewOf(action, rows))
  const { run, done, stop } = useBulk(action, onDone)
  const { possible } = preview
  const words = bulkWords[action]
  const { label } = payoutCommands.commands[action]

  if (run.data)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={summaryOf(words.done, run.data)}
        footer={
          <Button variant="primary" data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        {run.data.some(({ ok }) => !ok) && (
          <Notice tone="warn" announce>
            What was not changed stays selected.
          </Notice>
        )}
        <BulkResultList label="Result per payout" results={run.data} done={words.done} />
      </Dialog>
    )
  if (run.isPending)
    return <ProgressDialog label={label} unit="payouts" done={done} total={possible.length} onStop={stop} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title(preview.possible.length + preview.impossible.length)}
      description={words.text}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (possible.length > 0) run.mutate(possible)
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={possible.length === 0}>
            {`${label} ${formatCount(possible.length)}`}
          </Button>
        </>
      }
    >
      <BulkPreviewList action={action} preview={preview} />
    </Dialog>
  )
}
