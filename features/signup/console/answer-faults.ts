import type { Fault } from '@quaff/platform/console/forms/plain-field'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, counterFields } from '../contract'
import type { ApplicationAnswers, ApplicationDraft } from './application-draft'

const labels: Readonly<Record<string, string>> = {
  name: 'Business name',
  contactName: 'Your name',
  description: 'What do you pour?',
  line1: 'Address',
  line2: 'Suite, floor, building',
  postalCode: 'ZIP or postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
}
const listOf = (faults: { [field: string]: string }): Fault[] =>
  Object.entries(faults).map(([field, text]) => ({ field, label: labels[field] ?? '', text }))

export const businessFaults = (answers: ApplicationAnswers): Fault[] => listOf(faultsOf(businessFields, answers))

export function counterFaults({ answers, acceptsTerms }: ApplicationDraft): Fault[] {
  const terms = { field: 'acceptsTerms', label: 'Terms', text: 'Agree to the terms to send your application.' }
  return [...listOf(faultsOf(counterFields, answers)), ...(acceptsTerms ? [] : [terms])]
}
