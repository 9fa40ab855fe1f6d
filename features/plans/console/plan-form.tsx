import { IconCopy } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice, Notice } from '@quaff/platform/console/display/notice'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { GuardedFooter } from '@quaff/platform/console/forms/close-guard'
import { useConfirmOnce } from '@quaff/platform/console/forms/confirm-once'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { PlanRecord } from '../contract'
import { useMerchantLocations } from './location-fields'
import { PassPreviewPanel } from './pass-preview-panel'
import { PlanFields } from './plan-fields'
import { savedText } from './plan-form-values'
import { PlanStatusPill } from './plan-status-pill'
import { PriceImpactSection } from './price-impact-section'
import { unusualFindings, useOtherPlanNames } from './unusual-plan'
import type { PlanAccess } from './use-plan-access'
import { keepEnterInField, usePlanForm } from './use-plan-form'
import { usePriceImpact } from './use-price-impact'
import classes from './plan-editor.module.css'

export interface PlanFormProps {
  merchantId: string
  merchant: { name: string; logoUrl: string | null }
  /** Undefined for a new plan. */
  plan: PlanRecord | undefined
  templateId: string | undefined
  currency: string
  access: PlanAccess
  onDuplicate: (plan: PlanRecord) => void
  onClose: () => void
}

export function PlanForm(props: PlanFormProps) {
  const { merchantId, merchant, plan, templateId, currency, access, onDuplicate, onClose } = props
  const formId = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const locations = useMerchantLocations(merchantId)
  const { form, edited, guard, saving, stale } = usePlanForm({
    merchantId,
    locationNames: new Map(locations.data?.rows.map(({ id, name }) => [id, name])),
    plan,
    currency,
    templateId,
    onSaved: (saved) => {
      notifySuccess(plan ? 'Plan saved' : 'Plan created', savedText(saved))
      guard.leave()
    },
    onClose,
  })
  const dirty = form.isDirty()
  const impact = usePriceImpact(edited, form.values.prices)
  const readOnly = access.reason !== undefined
  useShortcuts(
    [
      {
        keys: 'mod+enter',
        label: 'Save',
        section: 'Record',
        run: () => formRef.current?.requestSubmit(),
        allowInInputs: true,
      },
    ],
    'overlay',
  )
  const title = plan ? 'Edit plan' : 'New plan'
  const plainOffer = plan ? 'Save changes' : 'Create plan'
  const priceOffer = impact.isChange ? 'Save and change price' : plainOffer
  const unusual = useConfirmOnce(unusualFindings(edited, form.values, useOtherPlanNames(merchantId, edited?.id)))

  return (
    <RecordSheet
      opened
      size="page"
      title={readOnly ? 'Plan' : title}
      onClose={guard.close}
      barActions={dirty && <span className="q-caption">Unsaved changes</span>}
      header={
        <div className={classes.head}>
          <b className="q-h2" aria-hidden>
            {readOnly ? 'Plan' : title}
          </b>
          {edited && <PlanStatusPill active={edited.active} />}
        </div>
      }
      footer={
        <GuardedFooter guard={guard}>
          <span className={classes.footStart}>
            {edited && (
              <PermissionButton
                variant="quiet"
                icon={IconCopy}
                iconOnPhone
                disabledReason={access.reason ?? (dirty ? 'Save or discard your changes first.' : undefined)}
                onClick={() => onDuplicate(edited)}
              >
                Duplicate
              </PermissionButton>
            )}
          </span>
          <Button onClick={guard.close}>{readOnly ? 'Close' : 'Cancel'}</Button>
          <PermissionButton
            variant="primary"
            type="submit"
            form={formId}
            loading={saving.busy || impact.isWaiting}
            disabledReason={access.reason ?? (edited && !dirty ? 'No changes yet.' : undefined)}
          >
            {saving.problem ? 'Retry save' : unusual.label(priceOffer)}
          </PermissionButton>
        </GuardedFooter>
      }
    >
      {/* With every field disabled nothing else would take the focus that scrolls. */}
      <div className={classes.split} {...(readOnly && { role: 'group', 'aria-label': 'Plan', tabIndex: 0 })}>
        <form
          id={formId}
          ref={formRef}
          onKeyDown={keepEnterInField}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (readOnly || impact.isWaiting || (edited && !dirty)) return
            if (!form.isValid() || unusual.pass()) saving.submit(event)
          }}
        >
          {readOnly && (
            <Notice tone="neutral" title="View only">
              {access.reason}
            </Notice>
          )}
          <FaultNotice title="Couldn’t save the plan" text={saving.problem} />
          <fieldset className={classes.fields} disabled={readOnly}>
            <PlanFields form={form} plan={edited} currency={currency} locations={locations} />
          </fieldset>
          {impact.isChange && !readOnly && <PriceImpactSection query={impact.query} />}
          {unusual.notice}
          <MergeNotice what="plan" view={stale} />
        </form>
        <div className={classes.aside}>
          <div className={classes.sticky}>
            <PassPreviewPanel
              values={form.values}
              merchant={merchant}
              locationCount={locations.data?.total ?? undefined}
            />
          </div>
        </div>
      </div>
    </RecordSheet>
  )
}
