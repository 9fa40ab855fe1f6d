import { useEffect, useRef, useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useRun } from '@quaff/platform/console/forms/use-run'
import type { FormRecord } from '../../building-contract'
import { formsApi } from '../../console/signup-forms-queries'
import { draftMergeWords, draftOf, isSameDraft, saveInputOf, type Draft } from './draft'

/**
 * The form as it is typed, over the form as it was read. What others save shows at once while nothing is typed here;
 * otherwise the typed text stays and the save is refused as stale.
 */
export function useFormDraft(form: FormRecord, zone: string) {
  const [known, setKnown] = useState(form)
  const [draft, setDraft] = useState(() => draftOf(form, zone))
  const isDirty = !isSameDraft(draft, draftOf(known, zone))
  const typed = useRef(draft)
  typed.current = draft
  const merge = useMerge({
    words: draftMergeWords,
    base: known,
    valuesOf: (stored) => draftOf(stored, zone),
    load: ({ id: formId }) => formsApi.get.call({ formId }),
    rebase: setKnown,
    form: { getValues: () => typed.current, setValues: setDraft, setInitialValues: () => {} },
  })
  const [problem, setProblem] = useState<string>()
  const refuse = async (error: unknown) => {
    if (!(await merge.meet(error))) setProblem(errorText(error))
  }
  const writing = useRun<FormRecord>([formsApi.key()], (error) => void refuse(error))

  /** What was typed since `sent` stays. */
  const adopt = (saved: FormRecord, sent: Draft) => {
    setKnown(saved)
    setDraft((now) => (isSameDraft(now, sent) ? draftOf(saved, zone) : now))
  }
  useEffect(() => {
    if (isDirty || form.version < known.version || form === known) return
    setKnown(form)
    setDraft(draftOf(form, zone))
  }, [form, known, isDirty, zone])

  /** The form afterwards; undefined when it was refused. One at a time. */
  const run = async (work: () => Promise<FormRecord>): Promise<FormRecord | undefined> => {
    setProblem(undefined)
    const saved = await writing.run(known, { call: work, next: { name: draft.name } })
    if (!saved) return undefined
    adopt(saved, draft)
    merge.clear()
    return saved
  }
  const saved = () => (isDirty ? formsApi.save.call(saveInputOf(draft, known, zone)) : Promise.resolve(known))
  return {
    known,
    draft,
    stored: draftOf(known, zone),
    isDirty,
    problem,
    stale: merge.view,
    busy: writing.busy,
    change: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    changeFields: (change: (fields: Draft['fields']) => Draft['fields']) =>
      setDraft((now) => ({ ...now, fields: change(now.fields) })),
    save: () => run(saved),
    /** Saves first what was typed. */
    publish: () =>
      run(async () => {
        const { id, version, ...rest } = await saved()
        setKnown({ id, version, ...rest })
        return formsApi.publish.call({ formId: id, version })
      }),
    close: () => run(() => formsApi.close.call({ formId: known.id, version: known.version })),
  }
}

export type FormDraft = ReturnType<typeof useFormDraft>
