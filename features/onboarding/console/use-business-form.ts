import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, type OnboardingState } from '../contract'
import {
  businessInputOf,
  businessMergeWords,
  draftOf,
  isEmptyDraft,
  valuesOf,
  type BusinessValues,
} from './business-values'
import { draftKey, keptDraft, newerDraft, type KeptDraft } from './kept-draft'
import { onboardingApi } from './onboarding-queries'
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
    validate: (values) => faultsOf(businessFields, values),
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

interface SaveFacts {
  state: OnboardingState
  business: ReturnType<typeof useBusinessForm>
  /** From here on the form stands on what somebody else has saved. */
  onOvertaken: (fresh: OnboardingState) => void
  onSaved: () => Promise<void>
}

export function useSaveBusiness({ state, business, onOvertaken, onSaved }: SaveFacts) {
  const { form, draft, keepDraft, rebase } = business
  const [version, setVersion] = useState(state.version)
  const requestKey = useRef(newRequestKey())
  const merge = useMerge({
    words: businessMergeWords,
    base: state,
    valuesOf: (fresh) => valuesOf(fresh.business),
    keptOf: (fresh) => ({ taxId: fresh.business.taxIdMasked }),
    load: ({ merchantId }) => onboardingApi.state.call({ merchantId }),
    rebase: (fresh) => {
      setVersion(fresh.version)
      rebase(fresh)
      onOvertaken(fresh)
    },
    form,
  })

  const saving = useSave({
    form,
    keys: [onboardingApi.state.key()],
    send: async (values) => {
      await draft.keeper.pause()
      return onboardingApi.saveBusiness.call({
        merchantId: state.merchantId,
        ...(version === null ? {} : { version }),
        requestKey: requestKey.current,
        business: businessInputOf(values),
      })
    },
    meet: (error) => {
      keepDraft(form.getValues())
      // Under a used key nothing else can be saved, and a refused save has used none.
      if (reasonOf(error) === 'REQUEST_KEY') requestKey.current = newRequestKey()
      return merge.meet(error)
    },
    textOf: (error) => errorText(error),
    onSaved: async (step) => {
      requestKey.current = newRequestKey()
      setVersion(step.version)
      draft.keeper.forget()
      form.setFieldValue('taxId', '')
      await onSaved()
    },
  })
  return { ...saving, stale: merge.view }
}
