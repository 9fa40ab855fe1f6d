import { useForm, type UseFormReturnType } from '@mantine/form'
import { type KeyboardEvent, useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import type { PlanRecord } from '../contract'
import {
  changesBetween,
  emptyValues,
  toInput,
  planErrors,
  planMergeLabels,
  type PlanValues,
  toFormValues,
} from './plan-form-values'
import { plansApi } from './plan-queries'

export type PlanFormApi = UseFormReturnType<PlanValues>

interface PlanFormDetails {
  merchantId: string
  locationNames: ReadonlyMap<string, string>
  /** Undefined for a new plan. */
  plan: PlanRecord | undefined
  currency: string
  templateId: string | undefined
  onSaved: (plan: PlanRecord) => void
  onClose: () => void
}

export function usePlanForm(options: PlanFormDetails) {
  const { merchantId, locationNames, plan, currency, templateId, onSaved, onClose } = options
  // A live change of the record must not move beneath the typed text.
  const [edited, setEdited] = useState(plan)
  const form = useForm<PlanValues>({
    initialValues: edited ? toFormValues(edited) : emptyValues(currency, templateId),
    validate: planErrors,
  })
  const guard = useCloseGuard(form.isDirty(), onClose, {
    name: `plan.${merchantId}.${plan?.id ?? `new.${templateId ?? ''}`}`,
    form,
    version: edited?.version,
  })
  const merge = useMerge({
    labels: planMergeLabels(locationNames),
    base: edited,
    toFormValues,
    load: ({ id: planId }) => plansApi.getOfMerchant.call({ merchantId, planId }),
    rebase: setEdited,
    form,
  })

  const saving = useSave({
    form,
    keys: [plansApi.key()],
    record: edited,
    next: ({ name }) => ({ name: name.trim() }),
    send: (values) => {
      if (!edited) {
        const input = { merchantId, plan: toInput(values) }
        return plansApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
      }
      const changes = changesBetween(toFormValues(edited), values)
      return plansApi.update.call({ merchantId, planId: edited.id, version: edited.version, changes })
    },
    onSaved,
    meet: merge.meet,
  })
  return { form, edited, guard, saving, stale: merge.view }
}

/** Enter chooses a currency or adds an item here; a price must not be changed by it in passing. */
export function keepEnterInField(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !(event.ctrlKey || event.metaKey))
    event.preventDefault()
}
