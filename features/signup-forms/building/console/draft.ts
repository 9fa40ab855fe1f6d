import { categoryLabel } from '@quaff/features/merchants/category-rules'
import type { MergeWords } from '@quaff/platform/console/forms/merge-values'
import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import type { FormRecord, SaveFormInput } from '../../building-contract'
import type { FormField } from '../../fields-contract'
import { buildingFields, parseSites } from '../../rules'

/** What stands in the builder: the form as it is typed, before anything is saved. */
export type Draft = {
  name: string
  slug: string
  fields: FormField[]
  intro: string
  successText: string
  ownerEmail: string
  category: FormRecord['category']
  /** In the platform's zone, as "2026-12-31"; empty: never closes by itself. */
  lastDay: string
  /** One a line. */
  sites: string
}
export type DraftFaults = Partial<Record<keyof Draft, string>>

/** The questions are chosen as a whole: conditions lead from one to the other. */
export const draftMergeWords: MergeWords<Draft> = {
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
    ownerEmail: form.ownerEmail ?? '',
    lastDay: lastDayOf(form.closesAt, zone),
    sites: form.allowedSites.join('\n'),
  }
}

const lastDayOf = (closesAt: Date | null, zone: string) =>
  closesAt === null ? '' : dayKeyIn(zone, new Date(closesAt.getTime() - 1))

/** The last day is still open: the form closes with its end. */
function closingOf(lastDay: string, zone: string): Date | null {
  return lastDay === '' ? null : shiftDaysIn(zone, startOfDayKeyIn(zone, lastDay), 1)
}

export function saveInputOf(draft: Draft, known: FormRecord, zone: string): SaveFormInput {
  const { name, slug, fields, intro, successText, ownerEmail, category, lastDay } = draft
  // A moment within a day, which this screen cannot enter, stays as long as nobody touches the day.
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

/** Returns the draft as it is kept in the tab: with the same keys in each question, so that its shape can be checked. */
export const toKept = (draft: Draft): KeptDraft => ({
  ...draft,
  fields: draft.fields.map(({ several = false, ...field }) => ({ ...field, several })),
})

export function ofKept({ fields, ...draft }: Partial<KeptDraft>): Partial<Draft> {
  if (!fields) return draft
  return { ...draft, fields: fields.map(({ several, ...field }) => (several ? { ...field, several } : field)) }
}

export const isSameDraft = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

/** What keeps the settings from being saved; questions may be saved half done. */
export function draftFaults(draft: Draft): DraftFaults {
  const sites = parseSites(draft.sites).fault
  return { ...faultsOf(buildingFields, draft), ...(sites !== null && { sites }) }
}
