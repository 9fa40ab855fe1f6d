import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { GuardedFooter, useConfirmOnce } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { isNotFound } from '@quaff/platform/console/query-client'
import { searchKey } from '@quaff/platform/shared/search-text'
import type { PlanRecord } from '../contract'
import { PassPreviewPanel } from './pass-preview-panel'
import { PlanFields, useMerchantLocations } from './plan-fields'
import { planListInput } from './plan-filters'
import { parsePrices, type PlanValues, savedText } from './plan-form-values'
import { plansApi } from './plan-queries'
import { PlanStatusPill } from './plan-text'
import { PriceImpactSection, usePriceImpact } from './price-impact-section'
import type { PlanAccess } from './use-plan-actions'
import { keepEnterInField, usePlanForm } from './use-plan-form'
import classes from './plan-editor.module.css'

type PlanSheetProps = Omit<PlanFormProps, 'plan'> & {
  /** Undefined for a new plan. */
  planId: string | undefined
}

export function PlanSheet({ planId, ...props }: PlanSheetProps) {
  const query = useQuery({
    ...plansApi.getOfMerchant.queryOptions({ input: { merchantId: props.merchantId, planId: planId ?? '' } }),
    enabled: planId !== undefined,
    // The cache may be older than the version that the server accepts. Later reads do not change the form.
    refetchOnMount: 'always',
  })
  if (planId === undefined) return <PlanForm {...props} plan={undefined} />
  if (query.data && query.isFetchedAfterMount && !isNotFound(query.error))
    return <PlanForm key={planId} {...props} plan={query.data} />
  const reading = query.isFetchedAfterMount ? query : { ...query, data: undefined, isPending: true, error: null }
  return (
    <RecordSheet opened size="page" title="Plan" noun="Plan" query={reading} onClose={props.onClose}>
      {null}
    </RecordSheet>
  )
}

interface PlanFormProps {
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

function PlanForm(props: PlanFormProps) {
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
      {/* If every field is disabled, nothing else would take the focus that scrolls. */}
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
          <ErrorNotice title="Couldn’t save the plan" text={saving.problem} />
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

/** Returns the names of the merchant's other plans; empty until they are loaded. */
function useOtherPlanNames(merchantId: string, planId: string | undefined): string[] {
  const { data } = useQuery(plansApi.list.queryOptions({ input: planListInput(merchantId, {}) }))
  return data?.rows.flatMap(({ id, name }) => (id === planId ? [] : [name])) ?? []
}

/** Returns what is allowed but likely a mistake, compared with the plan as it was opened. */
function unusualFindings(plan: PlanRecord | undefined, values: PlanValues, otherNames: string[]): string[] {
  const name = searchKey(values.name)
  const isNameNew = plan === undefined || searchKey(plan.name) !== name
  const taken = isNameNew && otherNames.find((other) => searchKey(other) === name)
  return [
    ...(becomesFree(plan, values) ? ['A price of this plan is 0. New subscribers pay nothing.'] : []),
    ...(taken ? [`Another plan is named “${taken}”. Customers can’t tell the two apart.`] : []),
  ]
}

function becomesFree(plan: PlanRecord | undefined, values: PlanValues): boolean {
  const wasFree = (id: string | undefined) =>
    plan?.prices.some((price) => price.id === id && price.active && price.amountMinor === 0) ?? false
  return (parsePrices(values.prices) ?? []).some(
    ({ id, active, amountMinor }) => active && amountMinor === 0 && !wasFree(id),
  )
}
