import { Checkbox, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { BulkResultsDialog } from '@quaff/platform/console/list/bulk/bulk-results-dialog'
import { useRefetch } from '@quaff/platform/console/query-client'
import { textLimits } from '@quaff/platform/shared/text'
import { listedSteps } from '../../completeness/rules'
import { merchantsApi } from '../../console/merchant-queries'
import { merchantBatchLimit, type BatchResult, type MerchantRow } from '../../contract'
import { batchSummary, batchWords, type BatchVerb } from './batch-words'
import { runInBatches } from './run-in-batches'
import classes from './batch-dialog.module.css'

/** As far as the loaded rows tell; the server looks at each by itself. */
type BatchMerchant = Pick<MerchantRow, 'id' | 'name' | 'missing'>

interface BatchDialogProps {
  verb: BatchVerb
  merchants: readonly BatchMerchant[]
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
  const [despiteMissing, setDespiteMissing] = useState(false)
  const incomplete = verb === 'approve' ? asked.filter(({ missing }) => missing.length > 0) : []
  const count = asked.length - (despiteMissing ? 0 : incomplete.length)
  const refetch = useRefetch(merchantsApi.key())
  const approve = useMutation(merchantsApi.approveMany.mutationOptions())
  const review = useMutation(merchantsApi.markReviewed.mutationOptions())
  const run = useMutation({
    mutationFn: (): Promise<BatchResult> =>
      runInBatches(
        asked,
        merchantBatchLimit,
        (merchantIds) =>
          verb === 'approve'
            ? approve.mutateAsync({ merchantIds, notes, despiteMissing })
            : review.mutateAsync({ merchantIds }),
        verbErrorText,
      ),
    onSuccess: (results) => {
      onDone(results.filter((result) => !result.ok).map((result) => result.merchantId))
      void refetch()
    },
  })
  if (run.data)
    return (
      <BulkResultsDialog
        title={batchSummary(verb, run.data)}
        label="Result per merchant"
        done={words.done}
        left="What was refused stays selected."
        results={run.data.map(({ merchantId: id, ...result }) => ({ id, ...result }))}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      opened
      onClose={run.isPending ? () => undefined : onClose}
      title={words.title(asked.length)}
      description={words.text}
      keepOnOutsideClick
      onSubmit={() => {
        if (!run.isPending && count > 0) run.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={run.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={run.isPending} disabled={count === 0} data-autofocus>
            {`${words.button} ${count}`}
          </Button>
        </>
      }
    >
      <ul className={classes.names}>
        {asked.map(({ id, name, missing }) => (
          <li key={id}>
            {name}
            {incomplete.length > 0 && missing.length > 0 && (
              <span className="q-caption">{` Missing: ${listedSteps(missing)}`}</span>
            )}
          </li>
        ))}
      </ul>
      {incomplete.length > 0 && (
        <Notice
          tone="warn"
          title={`Steps are missing at ${incomplete.length === 1 ? 'one merchant' : `${incomplete.length} merchants`}`}
        >
          <p>They are left out, and stay selected, unless you say otherwise.</p>
          <Checkbox
            label="Approve them all the same"
            checked={despiteMissing}
            onChange={(event) => setDespiteMissing(event.currentTarget.checked)}
          />
        </Notice>
      )}
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
