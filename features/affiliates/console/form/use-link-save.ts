import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedField } from '@quaff/platform/shared/refusal'
import type { AffiliateLink, CreateLinkInput } from '../../contract'
import { affiliatesApi } from '../affiliate-queries'
import { useLinkRefetch } from '../use-link-refresh'
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
  const refetch = useLinkRefetch()
  const create = useMutation(affiliatesApi.create.mutationOptions())
  const update = useMutation(affiliatesApi.update.mutationOptions())
  const [known, setKnown] = useState(link)
  const [problem, setProblem] = useState<unknown>()
  const sent = useRef({ text: '', key: '' })
  const running = useRef(false)
  const merge = useMerge({
    words: linkMergeWords,
    base: known,
    valuesOf: (stored) => formOf(stored, timeZone),
    load: ({ id: linkId }) => affiliatesApi.get.call({ linkId }),
    rebase: setKnown,
    form,
  })

  /** The same again, after a lost answer, is the same link; anything else is another one. */
  const keyOf = (input: CreateLinkInput) => {
    const text = JSON.stringify(input)
    if (sent.current.text !== text) sent.current = { text, key: newRequestKey() }
    return sent.current.key
  }
  const send = (values: LinkForm) => {
    const input = inputOf(values, timeZone, known)
    if (mode !== 'edit' || !known) return create.mutateAsync({ ...input, requestKey: keyOf(input) })
    const { merchantId: _owner, code: _code, ...fields } = input
    return update.mutateAsync({ ...fields, linkId: known.id, version: known.version })
  }
  const save = async (values: LinkForm) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      const saved = await send(values)
      void refetch()
      release()
      notifySuccess(mode === 'edit' ? 'Link saved' : 'Link created', saved.address)
      onSaved(saved.id)
    } catch (error) {
      if (await merge.meet(error)) return
      const field = formFieldOf(refusedField(error))
      if (field) form.setFieldError(field, errorText(error))
      else setProblem(error)
    } finally {
      running.current = false
    }
  }
  return { save, problem, stale: merge.view, isPending: create.isPending || update.isPending }
}
