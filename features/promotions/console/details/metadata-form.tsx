import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { PlanChoice, PromotionDefinition, PromotionRow } from '../../contract'
import { metadataFault } from '../../rules'
import classes from '../promotions.module.css'
import type { PromotionWrites } from '../use-promotion-writes'
import { MetadataFields } from './metadata-fields'
import { metadataOf, valuesOf, type MetadataValues } from './metadata-values'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'

type MetadataFormProps = {
  promotion: PromotionDefinition
  row: PromotionRow
  plans: readonly PlanChoice[]
  writes: PromotionWrites
  onReload: () => void
  onDisable: () => void
  onClose: () => void
}

/** Enables, or changes the details of what is enabled. Whatever goes wrong, the typed text stays. */
export function MetadataForm({ promotion, row, plans, writes, onReload, onDisable, onClose }: MetadataFormProps) {
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const form = useForm<MetadataValues>({ initialValues: valuesOf(row.metadata) })
  const guard = useCloseGuard(form.isDirty(), onClose)

  const save = async (values: MetadataValues) => {
    if (saving) return
    const metadata = metadataOf(values, promotion)
    const fault = metadataFault(promotion, metadata)
    if (fault) {
      form.setFieldError(fault.field, fault.message)
      return
    }
    setSaving(true)
    setFailure(undefined)
    try {
      await writes.save(row, metadata)
      guard.leave()
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  const disable = () => {
    // Disabling clears the details: what was typed about them has no other place to go.
    guard.release()
    onDisable()
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
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" loading={saving}>
            {submitLabel(row.enabled, saving)}
          </Button>
        </GuardedFooter>
      }
    >
      {isStale(failure) && <StaleNotice what="promotion" onReload={onReload} />}
      {failure !== undefined && !isStale(failure) && (
        <Notice tone="danger" title="Nothing was saved" announce>
          {errorText(failure)}
        </Notice>
      )}
      <MetadataFields promotion={promotion} form={form} plans={plans} />
    </Dialog>
  )
}

function submitLabel(isEnabled: boolean, saving: boolean): string {
  if (saving) return 'Saving…'
  return isEnabled ? 'Save details' : 'Enable'
}
