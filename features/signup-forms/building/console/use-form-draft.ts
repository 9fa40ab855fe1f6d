import { useEffect, useRef, useState } from 'react'
import { categoryLabel } from '@quaff/features/merchants/category-rules'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { type MergeLabels, useMerge } from '@quaff/platform/console/forms/use-merge'
import { useRun } from '@quaff/platform/console/forms/use-write'
import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { formsApi } from '../../console/signup-forms-queries'
import { buildingFields, type FormRecord, type SaveFormInput } from '../../contract'
import type { FormField } from '../../fields-contract'
import { parseSites } from '../../rules'

/**
 * Holds the typed form on top of the stored one. Other users' changes appear while nothing is typed; otherwise the
 * typed text stays and the save is refused as stale.
 */
export function useFormDraft(form: FormRecord, zone: string) {
  const [known, setKnown] = useState(form)
  const [draft, setDraft] = useState(() => draftOf(form, zone))
  const isDirty = !isSameDraft(draft, draftOf(known, zone))
  const typed = useRef(draft)
  typed.current = draft
  const merge = useMerge({
    labels: draftMergeLabels,
    base: known,
    toFormValues: (stored) => draftOf(stored, zone),
    load: ({ id: formId }) => formsApi.get.call({ formId }),
    rebase: setKnown,
    form: { getValues: () => typed.current, setValues: setDraft, setInitialValues: () => {} },
  })
  const [problem, setProblem] = useState<string>()
  const refuse = async (error: unknown) => {
    if (!(await merge.meet(error))) setProblem(errorText(error))
  }
  const writing = useRun<FormRecord>([formsApi.key()], (error) => void refuse(error))

  /** Keeps input that was typed after `sent`. */
  const adopt = (saved: FormRecord, sent: Draft) => {
    setKnown(saved)
    setDraft((now) => (isSameDraft(now, sent) ? draftOf(saved, zone) : now))
  }
  useEffect(() => {
    if (isDirty || form.version < known.version || form === known) return
    setKnown(form)
    setDraft(draftOf(form, zone))
  }, [form, known, isDirty, zone])

  /** Returns the saved form, or undefined if it was refused. Runs one call at a time. */
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
    /** Saves typed changes first. */
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

/** The form in the builder, before it is saved. */
export type Draft = {
  name: string
  slug: string
  fields: FormField[]
  intro: string
  successText: string
  ownerEmail: string
  category: FormRecord['category']
  /** Like "2026-12-31" in the platform's zone. Empty means no closing date. */
  lastDay: string
  /** One per line. */
  sites: string
}
export type DraftErrors = Partial<Record<keyof Draft, string>>

/** Questions are merged as one value, because conditions connect them. */
const draftMergeLabels: MergeLabels<Draft> = {
  labels: {
    name: 'Name',
    slug: 'Page link',
    fields: 'Questions',
    intro: 'Introduction',
    successText: 'Confirmation message',
    ownerEmail: 'Email new submissions to',
    category: 'Category for approved venues',
    lastDay: 'Last day',
    sites: 'Allowed sites',
  },
  show: {
    Questions: ({ fields }) => fields.map(({ label }) => label || 'Untitled question').join('\n'),
    'Category for approved venues': ({ category }) => categoryLabel(category),
  },
}

export function draftOf(form: FormRecord, zone: string): Draft {
  const { name, slug, fields, intro, successText, category } = form
  return {
    name,
    slug,
    fields,
    intro,
    successText,
    category,
    ownerEmail: readableEmail(form.ownerEmail ?? ''),
    lastDay: lastDayOf(form.closesAt, zone),
    sites: form.allowedSites.join('\n'),
  }
}

const lastDayOf = (closesAt: Date | null, zone: string) =>
  closesAt === null ? '' : dayKeyIn(zone, new Date(closesAt.getTime() - 1))

/** The form closes at the end of its last day. */
function closingOf(lastDay: string, zone: string): Date | null {
  return lastDay === '' ? null : shiftDaysIn(zone, startOfDayKeyIn(zone, lastDay), 1)
}

export function saveInputOf(draft: Draft, known: FormRecord, zone: string): SaveFormInput {
  const { name, slug, fields, intro, successText, ownerEmail, category, lastDay } = draft
  // Keeps a time within the day, which this screen cannot edit, until the day changes.
  const isSameDay = lastDay === lastDayOf(known.closesAt, zone)
  return {
    formId: known.id,
    version: known.version,
    name: name.trim(),
    slug,
    fields,
    intro,
    successText,
    category,
    ownerEmail: ownerEmail.trim() === '' ? null : ownerEmail.trim(),
    closesAt: isSameDay ? known.closesAt : closingOf(lastDay, zone),
    allowedSites: parseSites(draft.sites).sites,
  }
}

type KeptDraft = Omit<Draft, 'fields'> & { fields: (Omit<FormField, 'several'> & { several: boolean })[] }

/** Returns the draft for storage in the tab: with the same keys in each question, so that its shape can be checked. */
export const toKept = (draft: Draft): KeptDraft => ({
  ...draft,
  fields: draft.fields.map(({ several = false, ...field }) => ({ ...field, several })),
})

export function ofKept({ fields, ...draft }: Partial<KeptDraft>): Partial<Draft> {
  if (!fields) return draft
  return { ...draft, fields: fields.map(({ several, ...field }) => (several ? { ...field, several } : field)) }
}

const isSameDraft = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the errors that block saving. Incomplete questions do not. */
export function draftErrors(draft: Draft): DraftErrors {
  const sites = parseSites(draft.sites).error
  return { ...errorsOf(buildingFields, draft), ...(sites !== null && { sites }) }
}
