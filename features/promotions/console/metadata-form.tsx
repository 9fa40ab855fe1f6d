import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import type { PlanChoice, PromotionDefinition, PromotionRow } from '../contract'
import { metadataFault } from '../rules'
import { MetadataFields } from './metadata-fields'
import { metadataMergeWords, metadataOf, valuesOf, type MetadataValues } from './metadata-values'
import type { PromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

type MetadataFormProps = {
  promotion: PromotionDefinition
  row: PromotionRow
  plans: readonly PlanChoice[]
  writes: PromotionWrites
  load: () => Promise<PromotionRow>
  onDisable: (row: PromotionRow) => void
  onClose: () => void
}

/** Enables, or changes the details of what is enabled. Whatever goes wrong, the typed text stays. */
export function MetadataForm({ promotion, row: opened, plans, writes, load, onDisable, onClose }: MetadataFormProps) {
  const [row, setRow] = useState(opened)
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const form = useForm<MetadataValues>({ initialValues: valuesOf(row.metadata) })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `promotion.${promotion.id}.${row.merchantId}`, form })
  const merge = useMerge({
    words: metadataMergeWords(plans),
    base: row,
    valuesOf: ({ metadata }) => valuesOf(metadata),
    load,
    rebase: setRow,
    form,
  })

  const save = async (values: MetadataValues) => {
    if (saving) return
    const metadata = metadataOf(values, promotion)
    const fault = metadataFault(promotion, metadata)
    if (fault) {
      form.setFieldError(fault.field, fault.refusal.message)
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
    onDisable(row)
  }

  return (
    <Dialog
      opened
      onClose={guard.close}
      title={`${promotion.title} at ${row.merchantName}`}
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
      <FaultNotice title="Couldn’t save the details" text={failure === undefined ? null : errorText(failure)} />
      <MetadataFields promotion={promotion} form={form} plans={plans} />
      <MergeNotice what="promotion" view={merge.view} />
    </Dialog>
  )
}

function submitLabel(isEnabled: boolean, saving: boolean): string {
  if (saving) return 'Saving…'
  return isEnabled ? 'Save details' : 'Enable'
}
