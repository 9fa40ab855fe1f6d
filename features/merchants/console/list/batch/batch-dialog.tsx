import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantBatchLimit, type BatchResult } from '../../../contract'
import { merchantsApi } from '../../merchant-queries'
import { useMerchantsRefetch } from '../../use-merchant-refresh'
import classes from './batch-dialog.module.css'
import { batchSummary, batchWords, type BatchVerb } from './batch-words'
import { runInBatches } from './run-in-batches'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { BulkResultList } from '@quaff/platform/console/list/bulk/bulk-result-list'
import { textLimits } from '@quaff/platform/shared/text'

interface BatchDialogProps {
  verb: BatchVerb
  merchants: { id: string; name: string }[]
  onClose: () => void
  /** Ids that were refused: they stay selected. */
  onDone: (refused: string[]) => void
}

/** Asks once, then tells what became of each one. */
export function BatchDialog({ verb, merchants, onClose, onDone }: BatchDialogProps) {
  const words = batchWords[verb]
  // What was asked for stays listed, though the selection shrinks to what was refused.
  const [asked] = useState(merchants)
  const [notes, setNotes] = useState('')
  const refetch = useMerchantsRefetch()
  const approve = useMutation(merchantsApi.approveMany.mutationOptions())
  const review = useMutation(merchantsApi.markReviewed.mutationOptions())
  const run = useMutation({
    mutationFn: (): Promise<BatchResult> =>
      runInBatches(
        asked,
        merchantBatchLimit,
        (merchantIds) =>
          verb === 'approve' ? approve.mutateAsync({ merchantIds, notes }) : review.mutateAsync({ merchantIds }),
        verbErrorText,
      ),
    onSuccess: (results) => {
      onDone(results.filter((result) => !result.ok).map((result) => result.merchantId))
      void refetch()
    },
  })
  if (run.data) {
    return (
      <Dialog
        opened
        onClose={onClose}
        title={batchSummary(verb, run.data)}
        footer={
          <Button variant="primary" data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        {run.data.some((result) => !result.ok) && (
          <Notice tone="warn" announce>
            What was refused stays selected.
          </Notice>
        )}
        <BulkResultList
          label="Result per merchant"
          results={run.data.map(({ merchantId: id, ...result }) => ({ id, ...result }))}
          done={words.done}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      opened
      onClose={run.isPending ? () => undefined : onClose}
      title={words.title(asked.length)}
      description={words.text}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!run.isPending) run.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={run.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={run.isPending} data-autofocus>
            {`${words.button} ${asked.length}`}
          </Button>
        </>
      }
    >
      <ul className={classes.names}>
        {asked.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {verb === 'approve' && (
        <Textarea
          label="Notes"
          description="Kept on file with each approval."
          rows={2}
          maxLength={textLimits.long}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
