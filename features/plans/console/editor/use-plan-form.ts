import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import type { PlanChanges, PlanRecord } from '../../contract'
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
  const queryClient = useQueryClient()
  // A live change of the record must not move beneath the typed text.
  const [edited, setEdited] = useState(plan)
  const [problem, setProblem] = useState<string>()
  const form = useForm<PlanValues>({
    initialValues: edited ? valuesOf(edited) : emptyValues(currency, templateId),
    validate: planErrors,
  })
  const create = useMutation(plansApi.create.mutationOptions())
  const update = useMutation(plansApi.update.mutationOptions())
  const sent = useRef({ body: '', key: '' })
  const saving = create.isPending || update.isPending
  const merge = useMerge({
    words: planMergeWords(locationNames),
    base: edited,
    valuesOf,
    load: ({ id: planId }) => {
      const options = plansApi.getOfMerchant.queryOptions({ input: { merchantId, planId } })
      return queryClient.fetchQuery({ ...options, staleTime: 0 })
    },
    rebase: setEdited,
    form,
  })

  /** The same text sent again is the same request; other text is another one. */
  const keyFor = (changes: PlanChanges) => {
    const body = JSON.stringify(changes)
    if (sent.current.body !== body) sent.current = { body, key: newRequestKey() }
    return sent.current.key
  }
  const send = (values: PlanValues) => {
    if (!edited) {
      const changes = changesBetween(undefined, values)
      const input = { merchantId, requestKey: keyFor(changes), plan: { ...changes, name: values.name.trim() } }
      return create.mutateAsync(input)
    }
    const changes = changesBetween(valuesOf(edited), values)
    return update.mutateAsync({ merchantId, planId: edited.id, version: edited.version, changes })
  }
  const save = async (values: PlanValues) => {
    if (saving) return
    setProblem(undefined)
    try {
      const saved = await send(values)
      void queryClient.invalidateQueries({ queryKey: plansApi.key() })
      onSaved(saved)
    } catch (error) {
      if ((await merge.meet(error)) || !(error instanceof Error)) return
      const field = refusedFieldOf(error, ownFields)
      if (field) form.setFieldError(field, error.message)
      else setProblem(error.message)
    }
  }
  return { form, edited, saving, problem, stale: merge.view, save }
}

/** Enter chooses a currency or adds an item here; a price must not be changed by it in passing. */
export function keepEnterInField(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !(event.ctrlKey || event.metaKey))
    event.preventDefault()
}
