import { Checkbox, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/formats'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { draftFormOf, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { BulkResultsDialog } from '@quaff/platform/console/list/bulk/bulk-results-dialog'
import { type BulkPreview, BulkPreviewList } from '@quaff/platform/console/list/bulk/bulk-verb-dialog'
import { notTried } from '@quaff/platform/console/list/bulk/use-bulk-run'
import { useRefetch } from '@quaff/platform/console/query-client'
import { listedSteps } from '../completeness-rules'
import { type BatchResult, merchantBatchLimit, type MerchantRow } from '../contract'
import { approvalNoteField } from '../review-contract'
import { batchSummary, type BatchVerb, batchLabels } from './action-labels'
import { stateReason } from './merchant-commands-widget'
import { merchantsApi } from './merchant-queries-widget'

type BatchMerchant = Pick<
  MerchantRow,
  'id' | 'name' | 'missing' | 'status' | 'needsReview' | 'isLive' | 'applicationStatus'
>

interface BatchDialogProps {
  verb: BatchVerb
  merchants: readonly BatchMerchant[]
  onClose: () => void
  /** Ids of the merchants that weren’t changed: they stay selected. */
  onDone: (left: string[]) => void
}

const actions = { approve: 'approve', review: 'markReviewed' } as const

function previewOf(verb: BatchVerb, requested: readonly BatchMerchant[], despiteMissing: boolean) {
  const preview: BulkPreview<BatchMerchant> = { possible: [], impossible: [] }
  for (const merchant of requested) {
    const refused = stateReason(actions[verb], merchant)
    const lacks = verb === 'approve' && !despiteMissing && merchant.missing.length > 0
    if (refused !== undefined) preview.impossible.push({ ...merchant, reason: refused })
    else if (lacks) preview.impossible.push({ ...merchant, reason: `Missing: ${listedSteps(merchant.missing)}` })
    else preview.possible.push(merchant)
  }
  return preview
}

export function BatchDialog({ verb, merchants, onClose, onDone }: BatchDialogProps) {
  // The selection shrinks to the failed merchants; the dialog still lists all that were requested.
  const [requested] = useState(merchants)
  const labels = batchLabels[verb]
  const notes = useTyped(approvalNoteField)
  // Not in the draft, because it must be confirmed each time.
  const [despiteMissing, setDespiteMissing] = useState(false)
  const guard = useCloseGuard(notes.isDirty, onClose, { name: `bulk.merchant.${verb}`, form: draftFormOf({ notes }) })
  const { possible, impossible } = previewOf(verb, requested, despiteMissing)
  const incomplete = previewOf(verb, requested, true).possible.filter(({ missing }) => missing.length > 0)
  const isIncomplete = verb === 'approve' && incomplete.length > 0
  const count = possible.length
  const refetch = useRefetch(merchantsApi.key())
  const approve = useMutation(merchantsApi.approveMany.mutationOptions())
  const review = useMutation(merchantsApi.markReviewed.mutationOptions())
  const run = useMutation({
    mutationFn: (): Promise<BatchResult> =>
      runInBatches(
        possible,
        merchantBatchLimit,
        (merchantIds) =>
          verb === 'approve'
            ? approve.mutateAsync({ merchantIds, notes: notes.text, despiteMissing })
            : review.mutateAsync({ merchantIds }),
        verbErrorText,
      ),
    onSuccess: (results) => {
      const done = new Set(results.flatMap(({ ok, merchantId }) => (ok ? [merchantId] : [])))
      onDone(requested.flatMap(({ id }) => (done.has(id) ? [] : [id])))
      void refetch()
      // Merchants that failed are still selected: the note stays for the next try.
      if (results.every(({ ok }) => ok)) guard.release()
    },
  })
  if (run.data && !guard.asking)
    return (
      <BulkResultsDialog
        title={batchSummary(verb, run.data)}
        label="Result per merchant"
        done={labels.done}
        left="All other merchants are still selected."
        results={run.data.map(({ merchantId: id, ...result }) => ({ id, ...result }))}
        onClose={onClose}
      />
    )
  const start = () => {
    if (run.isPending || guard.asking || count === 0 || !notes.check()) return
    run.mutate()
  }
  return (
    <Dialog
      opened
      onClose={run.isPending ? () => undefined : guard.close}
      title={labels.title(count)}
      description={labels.text}
      keepOnOutsideClick
      onSubmit={start}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close} disabled={run.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={run.isPending} disabled={count === 0} data-autofocus>
            {`${labels.button} ${count}`}
          </Button>
        </GuardedFooter>
      }
    >
      <BulkPreviewList preview={{ possible, impossible }} />
      {isIncomplete && (
        <Checkbox
          label={`Approve ${counted(incomplete.length, 'merchant', 'merchants')} with missing steps too`}
          checked={despiteMissing}
          onChange={(event) => setDespiteMissing(event.currentTarget.checked)}
        />
      )}
      {verb === 'approve' && (
        <Textarea {...notes.props} label="Notes" description="Only your team sees this." rows={2} />
      )}
    </Dialog>
  )
}

/**
 * Sends `size` merchants per request, sequentially. If a request fails as a whole (no connection, signed out), its
 * merchants are reported as failed and later batches are not sent.
 */
export async function runInBatches(
  merchants: readonly { id: string; name: string }[],
  size: number,
  run: (merchantIds: string[]) => Promise<BatchResult>,
  describe: (error: unknown) => string,
): Promise<BatchResult> {
  const results: BatchResult = []
  for (let from = 0; from < merchants.length; from += size) {
    const batch = merchants.slice(from, from + size)
    try {
      results.push(...(await run(batch.map(({ id }) => id))))
    } catch (error) {
      const rest = merchants.slice(from + size)
      const refuse = (text: string) => (merchant: { id: string; name: string }) => ({
        merchantId: merchant.id,
        name: merchant.name,
        ok: false,
        error: text,
      })
      return [...results, ...batch.map(refuse(describe(error))), ...rest.map(refuse(notTried))]
    }
  }
  return results
}
