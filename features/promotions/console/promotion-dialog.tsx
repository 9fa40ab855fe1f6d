import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { isAbsent, MissingState, ReadingState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { MerchantPromotionList, PlanChoice, PromotionDefinition, PromotionRow } from '../contract'
import { findPromotion, metadataError, promotionTitle } from '../rules'
import { MetadataFields, metadataMergeLabels, metadataOf, type MetadataValues, toFormValues } from './metadata-fields'
import { promotionsApi } from './promotion-queries'
import type { PromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

type PromotionDialogProps = { merchantId: string; promotionId: string; writes: PromotionWrites; onClose: () => void }

type Base = { row: PromotionRow; list: MerchantPromotionList }

/**
 * Shows the details of one promotion at one merchant. The first loaded version stays until a save, so a conflict is
 * detected.
 */
export function PromotionDialog({ merchantId, promotionId, writes, onClose }: PromotionDialogProps) {
  const query = useQuery(promotionsApi.listForMerchant.queryOptions({ input: { merchantId }, staleTime: 0 }))
  const [base, setBase] = useState<Base>()
  const promotion = findPromotion(promotionId)
  const fresh = query.isFetching ? undefined : baseOf(query.data, promotionId)
  if (base === undefined && fresh !== undefined) setBase(fresh)

  const load = async () => {
    const { data } = await query.refetch({ throwOnError: true })
    const stored = baseOf(data, promotionId)
    if (!stored) throw new Error('This promotion is no longer available.')
    return stored.row
  }
  if (base && promotion) {
    return (
      <MetadataForm
        promotion={promotion}
        row={base.row}
        plans={base.list.plans}
        writes={writes}
        load={load}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} title={promotionTitle(promotionId)}>
      {isAbsent(query) ? (
        <MissingState noun="promotion" />
      ) : (
        <ReadingState query={query} lines={6} what="this promotion" />
      )}
    </Dialog>
  )
}

function baseOf(list: MerchantPromotionList | undefined, promotionId: string): Base | undefined {
  const row = list?.promotions.find((one) => one.promotionId === promotionId)
  return list && row && { list, row }
}

type MetadataFormProps = {
  promotion: PromotionDefinition
  row: PromotionRow
  plans: readonly PlanChoice[]
  writes: PromotionWrites
  load: () => Promise<PromotionRow>
  onClose: () => void
}

/** Enables a promotion or changes its details. The typed text stays after any error. */
function MetadataForm({ promotion, row: opened, plans, writes, load, onClose }: MetadataFormProps) {
  const [row, setRow] = useState(opened)
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const form = useForm<MetadataValues>({ initialValues: toFormValues(row.metadata) })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `promotion.${promotion.id}.${row.merchantId}`, form })
  const merge = useMerge({
    labels: metadataMergeLabels(plans),
    base: row,
    toFormValues: ({ metadata }) => toFormValues(metadata),
    load,
    rebase: setRow,
    form,
  })

  const save = async (values: MetadataValues) => {
    if (saving) return
    const metadata = metadataOf(values, promotion)
    const error = metadataError(promotion, metadata)
    if (error) {
      form.setFieldError(error.field, error.refusal.message)
      return
    }
    setSaving(true)
    setFailure(undefined)
    try {
      await writes.save(row, metadata)
      guard.leave()
    } catch (error) {
      if (!(await merge.meet(error))) setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  const disable = () => {
    // Disabling clears the details: what was typed about them has no other place to go.
    guard.release()
    onClose()
    writes.disable(row)
  }

  return (
    <Dialog
      opened
      onClose={guard.close}
      title={`${promotion.title} at ${isolated(row.merchantName)}`}
      description={promotion.description}
      keepOnOutsideClick
      onSubmit={form.onSubmit((values) => void save(values))}
      footer={
        <GuardedFooter guard={guard}>
          {row.enabled && (
            <Button variant="quiet" className={classes.left} onClick={disable}>
              Disable
            </Button>
          )}
          <DialogButtons onCancel={guard.close} loading={saving}>
            {submitLabel(row.enabled, saving)}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      <ErrorNotice title="Couldn’t save the details" text={failure === undefined ? null : errorText(failure)} />
      <MetadataFields promotion={promotion} form={form} plans={plans} />
      <MergeNotice what="promotion" view={merge.view} />
    </Dialog>
  )
}

function submitLabel(isEnabled: boolean, saving: boolean): string {
  if (saving) return 'Saving…'
  return isEnabled ? 'Save details' : 'Enable'
}
