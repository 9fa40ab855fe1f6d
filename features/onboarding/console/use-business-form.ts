import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { now } from '@quaff/platform/console/clock'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { localStore } from '@quaff/platform/console/local-store'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, draftFields, draftLimits, type OnboardingState } from '../contract'
import {
  businessInputOf,
  businessMergeLabels,
  type BusinessValues,
  draftOf,
  type DraftValues,
  isEmptyDraft,
  toFormValues,
} from './business-values'
import { DraftKeeper, type DraftState } from './draft-keeper'
import { onboardingApi } from './onboarding-queries'

export function useBusinessForm(state: OnboardingState) {
  const { uid } = useSessionUser()
  const { merchantId } = state
  const [restored] = useState(() => findDraft(state, draftKey(uid, merchantId)))
  // A field that is written to by taking a version over already belongs to that version.
  const saved = useRef(toFormValues(state.business))
  const draft = useBusinessDraft({ merchantId, userId: uid }, restored?.savedAt ?? null)
  const form = useForm<BusinessValues>({
    initialValues: { ...toFormValues(state.business), ...restored?.values },
    validate: (values) => errorsOf(businessFields, values),
    onValuesChange: (values, before) => {
      // The tax id is not stored in a draft, so typing it writes none.
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
    saved.current = toFormValues(fresh.business)
  }
  return { form, draft, restored, discard, rebase, keepDraft }
}

function findDraft({ draft, editable }: OnboardingState, key: string): KeptDraft | null {
  if (!editable.includes('business')) return null
  const newer = newerDraft(draft, keptDraft.read(key))
  return newer && !isEmptyDraft(newer.values) ? newer : null
}

interface SaveDetails {
  state: OnboardingState
  business: ReturnType<typeof useBusinessForm>
  /** Rebases the form on the version that another editor saved. */
  onOvertaken: (fresh: OnboardingState) => void
  onSaved: () => Promise<void>
}

export function useSaveBusiness({ state, business, onOvertaken, onSaved }: SaveDetails) {
  const { form, draft, keepDraft, rebase } = business
  const [version, setVersion] = useState(state.version)
  const requestKey = useRef(newRequestKey())
  const merge = useMerge({
    labels: businessMergeLabels,
    base: state,
    toFormValues: (fresh) => toFormValues(fresh.business),
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

function useBusinessDraft({ merchantId, userId }: { merchantId: string; userId: string }, restoredAt: Date | null) {
  const [state, setState] = useState<DraftState>(restoredAt ? { kind: 'saved', at: restoredAt } : { kind: 'none' })
  const [keeper] = useState(() => {
    const key = draftKey(userId, merchantId)
    const places = {
      now,
      pauseMs: draftLimits.pauseMs,
      keepHere: (draft: Parameters<typeof keptDraft.write>[1]) => keptDraft.write(key, draft),
      forgetHere: () => keptDraft.forget(key),
      save: (values: Parameters<DraftKeeper['keep']>[0]) =>
        onboardingApi.saveDraft.call({ merchantId, step: 'business', values }),
    }
    return new DraftKeeper(places, setState)
  })

  useEffect(() => {
    const flush = () => void keeper.flush()
    window.addEventListener('online', flush)
    return () => {
      window.removeEventListener('online', flush)
      flush()
    }
  }, [keeper])

  return { state, keeper }
}

type KeptDraft = { values: DraftValues; savedAt: Date }

/** Stored in the browser until the server has it, so that offline input survives a reload. */
const keptDraft = {
  read: (key: string) => localStore.get(key, parse),
  write: (key: string, { values, savedAt }: KeptDraft) =>
    localStore.set(key, { values, savedAt: savedAt.toISOString() }),
  forget: (key: string) => localStore.remove(key),
}

const draftKey = (userId: string, merchantId: string) => `onboarding-draft.${userId}.${merchantId}`

/** Anything else than what this console wrote is dropped. */
function parse(value: unknown): KeptDraft | null {
  if (!isRecord(value) || !isRecord(value['values']) || typeof value['savedAt'] !== 'string') return null
  const savedAt = new Date(value['savedAt'])
  if (Number.isNaN(savedAt.getTime())) return null
  const values: DraftValues = {}
  for (const field of draftFields) {
    const text = value['values'][field]
    if (typeof text === 'string') values[field] = text
  }
  return { values, savedAt }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the newer of the server's draft and the local one. */
export function newerDraft(one: KeptDraft | null, other: KeptDraft | null): KeptDraft | null {
  if (!one || !other) return one ?? other
  return one.savedAt >= other.savedAt ? one : other
}
