import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedField } from '@quaff/platform/shared/refusal'
import type { AffiliateLink } from '../../contract'
import { affiliatesApi } from '../affiliate-queries'
import { formFieldOf, formOf, inputOf, type FormMode, type LinkForm } from './link-form'
import { linkMergeWords } from './link-merge-words'

type SaveFacts = {
  form: UseFormReturnType<LinkForm>
  mode: FormMode
  link: AffiliateLink | undefined
  timeZone: string
  onSaved: (id: string) => void
  release: () => void
}

/** What the server refuses stands at its field, or else above the form; what was typed stays. */
export function useLinkSave({ form, mode, link, timeZone, onSaved, release }: SaveFacts) {
  const [known, setKnown] = useState(link)
  const merge = useMerge({
    words: linkMergeWords,
    base: known,
    valuesOf: (stored) => formOf(stored, timeZone),
    load: ({ id: linkId }) => affiliatesApi.get.call({ linkId }),
    rebase: setKnown,
    form,
  })
  const { save, keyOf, busy, problem } = useSave({
    keys: [affiliatesApi.key()],
    meet: merge.meet,
    form,
    fieldOf: (error) => formFieldOf(refusedField(error)),
  })
  const call = (values: LinkForm) => {
    const input = inputOf(values, timeZone, known)
    if (mode !== 'edit' || !known) return affiliatesApi.create.call({ ...input, requestKey: keyOf(input) })
    const { merchantId: _owner, code: _code, ...fields } = input
    return affiliatesApi.update.call({ ...fields, linkId: known.id, version: known.version })
  }
  const send = async (values: LinkForm) => {
    const saved = await save(() => call(values), mode === 'edit' ? known : undefined, { name: values.name.trim() })
    if (!saved) return
    release()
    notifySuccess(mode === 'edit' ? 'Link saved' : 'Link created', saved.address)
    onSaved(saved.id)
  }
  return { send, problem, stale: merge.view, busy }
}
