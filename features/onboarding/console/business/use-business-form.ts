import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { errorText, keptText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { refusedField } from '@quaff/platform/shared/refusal'
import type { OnboardingState, SavedStep } from '../../contract'
import { onboardingApi } from '../onboarding-queries'
import {
  businessInputOf,
  businessMergeWords,
  checkBusiness,
  draftOf,
  isEmptyDraft,
  valuesOf,
  type BusinessValues,
} from './business-values'
import { draftKey, keptDraft, newerDraft, type KeptDraft } from './kept-draft'
import { useBusinessDraft } from './use-business-draft'

/** The form on the saved profile, with the newer draft laid over it. */
export function useBusinessForm(state: OnboardingState) {
  const { uid } = useSessionUser()
  const { merchantId } = state
  const [restored] = useState(() => findDraft(state, draftKey(uid, merchantId)))
  // A field that is written to by taking a version over already belongs to that version.
  const saved = useRef(valuesOf(state.business))
  const draft = useBusinessDraft({ merchantId, userId: uid }, restored?.savedAt ?? null)
  const form = useForm<BusinessValues>({
    initialValues: { ...valuesOf(state.business), ...restored?.values },
    validate: checkBusiness,
    onValuesChange: (values, before) => {
      // The tax id is not kept in a draft, so typing it changes none.
      if (values.taxId === before.taxId) keepDraft(values)
    },
  })
  function keepDraft(values: BusinessValues) {
    draft.keeper.keep(draftOf(values, saved.current))
  }
  const discard = () => {
    form.setValues(saved.current)
    draft.keeper.forget()
  }
  const rebase = (fresh: OnboardingState) => {
    saved.current = valuesOf(fresh.business)
  }
  return { form, draft, restored, discard, rebase, keepDraft }
}

function findDraft({ draft, editable }: OnboardingState, key: string): KeptDraft | null {
  if (!editable.includes('business')) return null
  const newer = newerDraft(draft, keptDraft.read(key))
  return newer && !isEmptyDraft(newer.values) ? newer : null
}

const isField = (values: BusinessValues, name: unknown): name is keyof BusinessValues =>
  typeof name === 'string' && name in values

interface SaveFacts {
  state: OnboardingState
  form: ReturnType<typeof useBusinessForm>['form']
  /** From here on the form stands on what somebody else has saved. */
  rebase: (fresh: OnboardingState) => void
}

/** Saves once however often it is pressed; answers null when it was refused, and says why. */
export function useSaveBusiness({ state, form, rebase }: SaveFacts) {
  const client = useQueryClient()
  const save = useMutation(onboardingApi.saveBusiness.mutationOptions())
  const [version, setVersion] = useState(state.version)
  const [problem, setProblem] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const merge = useMerge({
    words: businessMergeWords,
    base: state,
    valuesOf: ({ business }) => valuesOf(business),
    keptOf: ({ business }) => ({ taxId: business.taxIdMasked }),
    load: ({ merchantId }) =>
      client.fetchQuery({ ...onboardingApi.state.queryOptions({ input: { merchantId } }), staleTime: 0 }),
    rebase: (fresh) => {
      setVersion(fresh.version)
      rebase(fresh)
    },
    form,
  })

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
      if (isField(values, field)) form.setFieldError(field, errorText(error, keptText))
      else if (!(await merge.meet(error))) setProblem(errorText(error, keptText))
      return null
    } finally {
      running.current = false
    }
  }
  return { run, problem, stale: merge.view, saving: save.isPending }
}
