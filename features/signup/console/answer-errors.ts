import type { FormError } from '@quaff/platform/console/forms/plain-field'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, counterFields } from '../contract'
import type { ApplicationAnswers, ApplicationDraft } from './application-draft'

const labels: Readonly<Record<string, string>> = {
  name: 'Business name',
  contactName: 'Your name',
  description: 'What do you pour?',
  line1: 'Address',
  line2: 'Suite, floor, building',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
}
type Named = { readonly [field: string]: string }
const listOf = (errors: { [field: string]: string }, names: Named = labels): FormError[] =>
  Object.entries(errors).map(([field, text]) => ({ field, label: names[field] ?? '', text }))

export const businessErrors = (answers: ApplicationAnswers): FormError[] => listOf(errorsOf(businessFields, answers))

/** `partLabels` are those of the address in its country. */
export function counterErrors({ answers, acceptsTerms }: ApplicationDraft, partLabels: Named): FormError[] {
  const terms = { field: 'acceptsTerms', label: 'Terms', text: 'Agree to the terms to send your application.' }
  return [...listOf(errorsOf(counterFields, answers), { ...labels, ...partLabels }), ...(acceptsTerms ? [] : [terms])]
}
