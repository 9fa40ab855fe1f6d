import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { ProgressDialog } from '@quaff/platform/console/list/bulk/progress-dialog'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { noteField } from '../../../access/contract'
import { BulkPreviewList } from './bulk-preview-list'
import { BulkResults } from './bulk-results-dialog'
import { bulkWords, type BulkAction } from './bulk-words'
import { useBulk } from './use-bulk'

interface BulkDialogProps {
  action: BulkAction
  ids: readonly string[]
  onClose: () => void
  /** Who was not changed, and is still there: they stay selected. */
  onDone: (stillChosen: string[]) => void
}

/** Shows who it can be done to, does it one by one, and tells what became of each. */
export function BulkDialog({ action, ids, onClose, onDone }: BulkDialogProps) {
  // What was asked for stays the same, though the selection shrinks to what is left.
  const [asked] = useState(ids)
  const [reason, setReason] = useState('')
  const { facts, preview, run, done, stop } = useBulk(action, asked, onDone)
  const guard = useCloseGuard(reason !== '', onClose)
  const words = bulkWords[action]
  const possible = preview?.possible ?? []

  if (run.data) return <BulkResults action={action} results={run.data} onClose={onClose} />
  if (run.isPending)
    return (
      <ProgressDialog
        label={words.button}
        description="Who is done already stays done when you cancel."
        button="Cancel"
        done={done}
        total={possible.length}
        onStop={stop}
      />
    )
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={words.title(asked.length)}
      description={words.text}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking && possible.length > 0) run.mutate({ rows: possible, reason: reason.trim() })
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button
            variant={action === 'suspend' ? 'danger' : 'primary'}
            type="submit"
            loading={facts.isPending}
            disabled={possible.length === 0}
          >
            {preview ? `${words.button} ${formatCount(possible.length)}` : words.button}
          </Button>
        </GuardedFooter>
      }
    >
      {facts.isPending && <SkeletonText lines={5} />}
      {facts.isError && !preview && (
        <ErrorState title="The preview could not be loaded" onRetry={() => void facts.refetch()} />
      )}
      {preview && <BulkPreviewList action={action} preview={preview} />}
      {preview && words.hasReason && possible.length > 0 && (
        <Textarea
          {...inputLooks(noteField)}
          label="Reason"
          description="Kept in the audit log of each."
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
