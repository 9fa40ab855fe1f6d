import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import type { BulkResult, PromotionDefinition } from '../contract'
import { metadataFault } from '../rules'
import { BulkOutcomeList } from './bulk-outcome-list'
import { MetadataFields } from './metadata-fields'
import { metadataOf, valuesOf, type MetadataValues } from './metadata-values'
import { useBulk, type BulkTarget } from './use-bulk'
import { countWords, useBulkUndo } from './use-bulk-undo'

type BulkDialogProps = { promotion: PromotionDefinition; target: BulkTarget; onClose: () => void; onDone: () => void }

/** First what would change, then what did: one result per merchant, and those that failed can be tried again. */
export function BulkDialog({ promotion, target, onClose, onDone }: BulkDialogProps) {
  const [merchantIds, setMerchantIds] = useState(target.merchantIds)
  const { preview, apply, done } = useBulk({ ...target, merchantIds })
  const offerUndo = useBulkUndo(target.promotionId, onClose)
  const form = useForm<MetadataValues>({ initialValues: valuesOf(null) })
  const { enabled } = target
  const changing = preview.data?.filter(({ outcome }) => outcome === 'change') ?? []
  const results = apply.data
  const failed = results?.filter(({ ok }) => !ok) ?? []
  const isDone = results !== undefined && failed.length === 0
  const guard = useCloseGuard(form.isDirty() && !isDone, onClose, {
    name: `bulk.promotion.${target.promotionId}`,
    form,
  })

  const run = (values: MetadataValues) => {
    if (apply.isPending || guard.asking || results || changing.length === 0) return
    const metadata = enabled ? metadataOf({ ...values, planIds: [] }, promotion) : undefined
    const fault = metadata && metadataFault(promotion, metadata)
    if (fault) {
      form.setFieldError(fault.field, fault.refusal.message)
      return
    }
    apply.mutate({ rows: changing, metadata }, { onSuccess: finish })
  }
  const finish = (all: BulkResult) => {
    if (!enabled) offerUndo(all)
    onDone()
  }
  const retry = () => {
    setMerchantIds(failed.map(({ merchantId }) => merchantId))
    apply.reset()
  }
  const act = enabled ? 'Enable' : 'Disable'

  return (
    <Dialog
      opened
      onClose={guard.close}
      title={`${act} ${promotion.title} for ${countWords(merchantIds.length)}`}
      keepOnOutsideClick
      onSubmit={form.onSubmit(run)}
      footer={
        <GuardedFooter guard={guard}>
          {results ? (
            <>
              {failed.length > 0 && <Button onClick={retry}>{`Retry ${countWords(failed.length)}`}</Button>}
              <Button variant="primary" onClick={guard.close}>
                Close
              </Button>
            </>
          ) : (
            <DialogButtons
              onCancel={guard.close}
              danger={!enabled}
              loading={apply.isPending}
              disabled={changing.length === 0}
            >
              {apply.isPending ? `${done} of ${changing.length}…` : `${act} for ${countWords(changing.length)}`}
            </DialogButtons>
          )}
        </GuardedFooter>
      }
    >
      <ReadingState query={preview} lines={5} what="preview" />
      {preview.data && (
        <>
          <p className="q-secondary" role="status">
            {results ? resultWords(results) : previewWords(preview.data.length, changing.length, preview.data)}
          </p>
          <BulkOutcomeList
            label={results ? 'Results' : 'Preview'}
            preview={preview.data}
            enabled={enabled}
            results={results}
          />
        </>
      )}
      {!results && !enabled && changing.length > 0 && (
        <Notice tone="warn" title="This clears the promotion’s dates and limits">
          You can undo this for 10 seconds.
        </Notice>
      )}
      {!results && enabled && changing.length > 0 && <MetadataFields promotion={promotion} form={form} />}
    </Dialog>
  )
}

function previewWords(all: number, changing: number, preview: readonly { outcome: string }[]): string {
  const refused = preview.filter(({ outcome }) => outcome === 'refuse').length
  const kept = all - changing - refused
  const parts = [
    `${changing} will change`,
    kept > 0 ? counted(kept, 'stays as it is', 'stay as they are') : '',
    refused > 0 ? `${refused} cannot` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function resultWords(results: BulkResult): string {
  const unconfirmed = results.filter(({ error }) => isUnconfirmedText(error)).length
  const failed = results.filter(({ ok }) => !ok).length - unconfirmed
  const parts = [
    `${countWords(results.filter((row) => row.changed).length)} changed`,
    failed > 0 ? `${failed} failed` : '',
    unconfirmed > 0 ? `${unconfirmed} not confirmed` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
