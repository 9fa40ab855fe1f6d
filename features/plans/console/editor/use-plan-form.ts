import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState, type KeyboardEvent } from 'react'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import type { PlanRecord } from '../../contract'
import { plansApi } from '../plan-queries'
import { planMergeWords } from './merge/plan-merge-words'
import { changesBetween, emptyValues, planErrors, valuesOf, type PlanValues } from './plan-form-values'

export type PlanFormApi = UseFormReturnType<PlanValues>

interface PlanFormFacts {
  merchantId: string
  /** By id, where they are known. */
  locationNames: ReadonlyMap<string, string>
  /** Undefined for a new plan. */
  plan: PlanRecord | undefined
  currency: string
  templateId: string | undefined
  onSaved: (plan: PlanRecord) => void
}

/** Which field a refusal belongs to; undefined shows it above the form. */
const ownFields = ['validLocationIds'] as const

export function usePlanForm({ merchantId, locationNames, plan, currency, templateId, onSaved }: PlanFormFacts) {
  // A live change of the record must not move beneath the typed text.
  const [edited, setEdited] = useState(plan)
  const form = useForm<PlanValues>({
    initialValues: edited ? valuesOf(edited) : emptyValues(currency, templateId),
    validate: planErrors,
  })
  const merge = useMerge({
    words: planMergeWords(locationNames),
    base: edited,
    valuesOf,
    load: ({ id: planId }) => plansApi.getOfMerchant.call({ merchantId, planId }),
    rebase: setEdited,
    form,
  })
  const { save, keyOf, busy, problem } = useSave({
    keys: [plansApi.key()],
    meet: merge.meet,
    form,
    fieldOf: (error) => refusedFieldOf(error, ownFields),
  })
  const call = (values: PlanValues) => {
    const changes = changesBetween(edited && valuesOf(edited), values)
    return edited
      ? plansApi.update.call({ merchantId, planId: edited.id, version: edited.version, changes })
      : plansApi.create.call({ merchantId, requestKey: keyOf(changes), plan: { ...changes, name: values.name.trim() } })
  }
  const send = async (values: PlanValues) => {
    const saved = await save(() => call(values), edited, { name: values.name.trim() })
    if (saved) onSaved(saved)
  }
  return { form, edited, busy, problem, stale: merge.view, send }
}

/** Enter chooses a currency or adds an item here; a price must not be changed by it in passing. */
export function keepEnterInField(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !(event.ctrlKey || event.metaKey))
    event.preventDefault()
}
