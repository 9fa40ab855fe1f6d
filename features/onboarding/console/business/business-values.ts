import { categoryLabel, readCategory } from '@quaff/features/merchants/category/rules'
import { websiteFault, websiteOf } from '@quaff/features/merchants/rules'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { phoneFault } from '@quaff/platform/shared/phone/phone'
import { emailFaultText, isEmail, readableText } from '@quaff/platform/shared/readable-text'
import { draftFields, type DraftField, type OnboardingState, type SaveBusinessInput } from '../../contract'

const addressFields = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const

/** What is typed; the tax id is write-only, blank keeps the saved one. */
export type BusinessValues = Record<DraftField | 'taxId', string>
export type DraftValues = Partial<Record<DraftField, string>>

export function valuesOf({ address, ...business }: OnboardingState['business']): BusinessValues {
  return {
    name: business.name,
    description: business.description ?? '',
    businessType: business.businessType ?? '',
    businessName: business.businessName ?? '',
    contactEmail: business.contactEmail ?? '',
    contactPhone: business.contactPhone ?? '',
    website: business.website ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    city: address.city ?? '',
    region: address.region ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country ?? '',
    taxId: '',
  }
}

/** Only what differs from the saved profile, so that a restored draft does not undo what somebody else changed. */
export function draftOf(values: BusinessValues, saved: BusinessValues): DraftValues {
  const draft: DraftValues = {}
  for (const field of draftFields) if (values[field] !== saved[field]) draft[field] = values[field]
  return draft
}

export const isEmptyDraft = (draft: DraftValues) => Object.keys(draft).length === 0

/** An address is taken over, or chosen, as a whole. */
export const businessMergeWords: MergeWords<BusinessValues> = {
  labels: {
    name: 'Name',
    description: 'Description',
    businessType: 'Category',
    businessName: 'Registered name',
    contactEmail: 'Contact email',
    contactPhone: 'Phone',
    website: 'Website',
    line1: 'Address',
    line2: 'Address',
    city: 'Address',
    region: 'Address',
    postalCode: 'Address',
    country: 'Address',
    taxId: 'Tax ID',
  },
  show: { Category: ({ businessType }) => categoryLabel(businessType) },
}

/** What can be said before asking the server. */
export function checkBusiness(values: BusinessValues): Partial<Record<keyof BusinessValues, string>> {
  const faults: Partial<Record<keyof BusinessValues, string>> = {}
  if (readableText(values.name) === '') faults.name = 'Enter the name that subscribers know'
  const email = values.contactEmail.trim()
  if (email === '') faults.contactEmail = 'Enter the email address that subscribers and we can write to'
  else if (!isEmail(email)) faults.contactEmail = emailFaultText
  const website = websiteFault(values.website)
  if (website) faults.website = website
  const phone = phoneFault(values.contactPhone)
  if (phone) faults.contactPhone = phone
  if (readableText(values.line1) === '') faults.line1 = 'Enter the street and number'
  if (readableText(values.city) === '') faults.city = 'Enter the city'
  return faults
}

export function businessInputOf(values: BusinessValues): SaveBusinessInput['business'] {
  const text = (field: keyof BusinessValues) => values[field].trim()
  return {
    name: text('name'),
    description: text('description'),
    ...categoryOf(values.businessType),
    businessName: text('businessName'),
    contactEmail: text('contactEmail'),
    contactPhone: text('contactPhone'),
    website: websiteOf(values.website),
    ...(text('taxId') === '' ? {} : { taxId: text('taxId') }),
    address: {
      ...Object.fromEntries(addressFields.map((field) => [field, text(field)])),
      line1: text('line1'),
      city: text('city'),
    },
  }
}

/** An imported category of its own is left alone: it cannot be chosen anew. */
function categoryOf(chosen: string): Pick<SaveBusinessInput['business'], 'businessType'> {
  if (chosen === '') return { businessType: null }
  const known = readCategory(chosen)
  return known ? { businessType: known } : {}
}
