import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { checkFirstText, errorText, isUnconfirmed, isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { useRefetch } from '@quaff/platform/console/query-client'
import {
  type BulkPreview,
  type BulkResult,
  type PromotionDefinition,
  type PromotionId,
  promotionLimits,
  type PromotionMetadata,
} from '../contract'
import { metadataError, promotionTitle } from '../rules'
import { BulkOutcomeList } from './bulk-outcome-list'
import { MetadataFields, metadataOf, type MetadataValues, toFormValues } from './metadata-fields'
import { promotionsApi } from './promotion-queries'

type BulkDialogProps = { promotion: PromotionDefinition; target: BulkTarget; onClose: () => void; onDone: () => void }

/** First what would change, then what did: one result per merchant, and those that failed can be tried again. */
export function BulkDialog({ promotion, target, onClose, onDone }: BulkDialogProps) {
  const [merchantIds, setMerchantIds] = useState(target.merchantIds)
  const { preview, apply, done } = useBulk({ ...target, merchantIds })
  const offerUndo = useBulkUndo(target.promotionId, onClose)
  const form = useForm<MetadataValues>({ initialValues: toFormValues(null) })
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
    const error = metadata && metadataError(promotion, metadata)
    if (error) {
      form.setFieldError(error.field, error.refusal.message)
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
      title={`${act} ${promotion.title} for ${countText(merchantIds.length)}`}
      keepOnOutsideClick
      onSubmit={form.onSubmit(run)}
      footer={
        <GuardedFooter guard={guard}>
          {results ? (
            <>
              {failed.length > 0 && <Button onClick={retry}>{`Retry ${countText(failed.length)}`}</Button>}
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
              {apply.isPending ? `${done} of ${changing.length}…` : `${act} for ${countText(changing.length)}`}
            </DialogButtons>
          )}
        </GuardedFooter>
      }
    >
      <ReadingState query={preview} lines={5} what="preview" />
      {preview.data && (
        <>
          <p className="q-secondary" role="status">
            {results ? resultText(results) : previewText(preview.data.length, changing.length, preview.data)}
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

function previewText(all: number, changing: number, preview: readonly { outcome: string }[]): string {
  const refused = preview.filter(({ outcome }) => outcome === 'refuse').length
  const kept = all - changing - refused
  const parts = [
    `${changing} will change`,
    kept > 0 ? counted(kept, 'stays as it is', 'stay as they are') : '',
    refused > 0 ? `${refused} cannot` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function resultText(results: BulkResult): string {
  const unconfirmed = results.filter(({ error }) => isUnconfirmedText(error)).length
  const failed = results.filter(({ ok }) => !ok).length - unconfirmed
  const parts = [
    `${countText(results.filter((row) => row.changed).length)} changed`,
    failed > 0 ? `${failed} failed` : '',
    unconfirmed > 0 ? `${unconfirmed} not confirmed` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Offers Undo for ten seconds after several merchants were disabled; each comes back with its own details. */
function useBulkUndo(promotionId: PromotionId, onUndo: () => void) {
  const refetch = useRefetch(promotionsApi.key())
  const title = promotionTitle(promotionId)

  const undo = async (results: BulkResult) => {
    const answers = await Promise.allSettled(
      results.map(({ merchantId, version }) =>
        promotionsApi.undoDisable.call({ merchantId, promotionId, version: version ?? 0 }),
      ),
    )
    const errors = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []))
    const advice = errors.some(isUnconfirmed)
      ? checkFirstText
      : 'Enable the promotion there again and enter its details.'
    void refetch()
    if (errors.length === 0) notifySuccess(`${title} enabled again`, countText(results.length))
    else notifyError(`Couldn’t undo this for ${countText(errors.length)}`, advice)
  }

  return (results: BulkResult) => {
    const changed = results.filter((row) => row.changed)
    if (changed.length === 0) return
    notifySuccess(`${title} disabled`, `${countText(changed.length)}. Dates and limits cleared.`, {
      label: 'Undo',
      forMs: promotionLimits.undoMs,
      run: () => {
        // The undo makes the shown results outdated.
        onUndo()
        void undo(changed)
      },
    })
  }
}

const countText = (count: number) => counted(count, 'merchant')

type BulkTarget = { promotionId: PromotionId; enabled: boolean; merchantIds: readonly string[] }
type PreviewRow = BulkPreview[number]

/** Splits rows by the limit per request and sends the requests one after the other. */
async function inChunks<T, R>(rows: readonly T[], send: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const answers: R[] = []
  for (let start = 0; start < rows.length; start += promotionLimits.bulkRows)
    answers.push(...(await send(rows.slice(start, start + promotionLimits.bulkRows))))
  return answers
}

/** Previews a bulk change and then runs it. Rows of a failed request count as failed and can be retried. */
function useBulk({ promotionId, enabled, merchantIds }: BulkTarget) {
  const refetch = useRefetch(promotionsApi.key())
  const [done, setDone] = useState(0)
  const preview = useQuery({
    queryKey: ['promotion-bulk-preview', promotionId, enabled, merchantIds],
    queryFn: () =>
      inChunks(merchantIds, (chunk) => promotionsApi.previewBulk.call({ promotionId, enabled, merchantIds: chunk })),
    staleTime: 0,
    gcTime: 0,
  })
  const apply = useMutation({
    mutationFn: async ({ rows, metadata }: { rows: readonly PreviewRow[]; metadata?: PromotionMetadata }) => {
      setDone(0)
      return inChunks(rows, async (chunk) => {
        const requested = chunk.map(({ merchantId, version }) => ({ merchantId, version }))
        const results = await promotionsApi.bulk
          .call({ promotionId, enabled, rows: requested, ...(metadata ? { metadata: withoutPlans(metadata) } : {}) })
          .catch((error: unknown) => requested.map(({ merchantId }) => unanswered(merchantId, errorText(error))))
        setDone((before) => before + chunk.length)
        return results
      })
    },
    onSettled: () => void refetch(),
  })
  return { preview, apply, done }
}

const withoutPlans = ({ planIds: _planIds, ...rest }: PromotionMetadata) => rest

const unanswered = (merchantId: string, error: string): BulkResult[number] => ({
  merchantId,
  ok: false,
  changed: false,
  error,
  version: null,
})
