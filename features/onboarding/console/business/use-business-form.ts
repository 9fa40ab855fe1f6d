import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { isStale, reasonOf } from '@quaff/platform/console/forms/stale-notice'
import { refusedField } from '@quaff/platform/console/plain-form/refusal-reason'
import type { OnboardingState, SavedStep } from '../../contract'
import { errorText } from '../error-text'
import { onboardingApi } from '../onboarding-queries'
import { businessInputOf, checkBusiness, draftOf, isEmptyDraft, valuesOf, type BusinessValues } from './business-values'
import { draftKey, keptDraft, newerDraft, type KeptDraft } from './kept-draft'
import { useBusinessDraft } from './use-business-draft'

/** The form on the saved profile, with the newer draft laid over it. */
export function useBusinessForm(state: OnboardingState) {
  const { uid } = useSessionUser()
  const { merchantId } = state
  const [restored] = useState(() => findDraft(state, draftKey(uid, merchantId)))
  const [saved, setSaved] = useState(() => valuesOf(state.business))
  const draft = useBusinessDraft({ merchantId, userId: uid }, restored?.savedAt ?? null)
  const form = useForm<BusinessValues>({
    initialValues: { ...saved, ...restored?.values },
    validate: checkBusiness,
    onValuesChange: (values, before) => {
      // The tax id is not kept in a draft, so typing it changes none.
      if (values.taxId === before.taxId) keepDraft(values)
    },
  })
  function keepDraft(values: BusinessValues) {
    draft.keeper.keep(draftOf(values, saved))
  }
  const reset = (fresh: OnboardingState) => {
    const values = valuesOf(fresh.business)
    setSaved(values)
    form.setValues(values)
    draft.keeper.forget()
  }
  return { form, draft, restored, reset, keepDraft }
}

function findDraft({ draft, editable }: OnboardingState, key: string): KeptDraft | null {
  if (!editable.includes('business')) return null
  const newer = newerDraft(draft, keptDraft.read(key))
  return newer && !isEmptyDraft(newer.values) ? newer : null
}

const isField = (values: BusinessValues, name: unknown): name is keyof BusinessValues =>
  typeof name === 'string' && name in values

/** Saves once however often it is pressed; answers null when it was refused, and says why. */
export function useSaveBusiness(state: OnboardingState, form: ReturnType<typeof useBusinessForm>['form']) {
  const save = useMutation(onboardingApi.saveBusiness.mutationOptions())
  const [version, setVersion] = useState(state.version)
  const [problem, setProblem] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)

  const run = async (values: BusinessValues): Promise<SavedStep | null> => {
    if (running.current) return null
    running.current = true
    setProblem(undefined)
    try {
      const step = await save.mutateAsync({
        merchantId: state.merchantId,
        ...(version === null ? {} : { version }),
        requestKey: requestKey.current,
        business: businessInputOf(values),
      })
      requestKey.current = newRequestKey()
      setVersion(step.version)
      return step
    } catch (error) {
      // Under a used key nothing else can be saved, and a refused save has used none.
      if (reasonOf(error) === 'REQUEST_KEY') requestKey.current = newRequestKey()
      const field = refusedField(error)
      if (isField(values, field)) form.setFieldError(field, errorText(error))
      else if (!isStale(error)) setProblem(errorText(error))
      return null
    } finally {
      running.current = false
    }
  }
  const takeVersion = (fresh: OnboardingState) => {
    setVersion(fresh.version)
    setProblem(undefined)
    save.reset()
  }
  return { run, takeVersion, problem, stale: isStale(save.error), saving: save.isPending }
}
