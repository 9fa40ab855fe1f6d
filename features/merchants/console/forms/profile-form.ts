import { phoneFault } from '@quaff/platform/shared/phone/phone'
import { emailFaultText, isEmail, readableText } from '@quaff/platform/shared/readable-text'
import { readCategory } from '../../category/rules'
import type { CreateMerchantInput, MerchantRecord, UpdateMerchantInput } from '../../contract'
import { websiteFault, websiteOf } from '../../rules'

export const addressFields = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const
const textFields = ['description', 'businessName', 'contactEmail', 'contactPhone'] as const

export interface ProfileForm {
  name: string
  description: string
  /** A known category, an imported one, or none. */
  businessType: string | null
  businessName: string
  contactEmail: string
  contactPhone: string
  website: string
  /** Write-only: blank keeps the stored number. */
  taxId: string
  line1: string
  line2: string
  city: string
  region: string
  postalCode: string
  country: string
  allowMultipleLocations: boolean
  requireLocationCheck: boolean
}
export type ProfileField = keyof ProfileForm

export const emptyProfile: ProfileForm = {
  name: '',
  description: '',
  businessType: null,
  businessName: '',
  contactEmail: '',
  contactPhone: '',
  website: '',
  taxId: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  allowMultipleLocations: false,
  requireLocationCheck: false,
}

export function profileOf(record: MerchantRecord): ProfileForm {
  const { address } = record
  return {
    name: record.name,
    description: record.description ?? '',
    businessType: record.businessType,
    businessName: record.businessName ?? '',
    contactEmail: record.contactEmail ?? '',
    contactPhone: record.contactPhone ?? '',
    website: record.website ?? '',
    taxId: '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    city: address.city ?? '',
    region: address.region ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country ?? '',
    allowMultipleLocations: record.allowMultipleLocations,
    requireLocationCheck: record.requireLocationCheck,
  }
}

/** What can be said before asking the server, for the fields that changed: an imported value is not the editor's fault. */
export function checkProfile(
  values: ProfileForm,
  before: ProfileForm = emptyProfile,
): Partial<Record<ProfileField, string>> {
  const faults: Partial<Record<ProfileField, string>> = {}
  if (readableText(values.name) === '') faults.name = 'Enter a name'
  const email = values.contactEmail.trim()
  if (email !== '' && values.contactEmail !== before.contactEmail && !isEmail(email))
    faults.contactEmail = emailFaultText
  const website = values.website === before.website ? null : websiteFault(values.website)
  if (website) faults.website = website
  const phone = values.contactPhone === before.contactPhone ? null : phoneFault(values.contactPhone)
  if (phone) faults.contactPhone = phone
  return faults
}

function addressOf(values: ProfileForm) {
  return Object.fromEntries(addressFields.map((field) => [field, values[field].trim()]))
}

export function createInputOf(values: ProfileForm, requestKey: string): CreateMerchantInput {
  return {
    name: values.name.trim(),
    businessType: readCategory(values.businessType),
    contactEmail: values.contactEmail.trim(),
    contactPhone: values.contactPhone.trim(),
    website: websiteOf(values.website),
    address: addressOf(values),
    requestKey,
  }
}

/** Only what was changed, so that two people who edit different fields do not undo each other. */
export function profileChanges(values: ProfileForm, before: ProfileForm): UpdateMerchantInput['changes'] {
  const changes: UpdateMerchantInput['changes'] = {}
  if (values.name.trim() !== before.name) changes.name = values.name.trim()
  for (const field of textFields) {
    if (values[field].trim() !== before[field].trim()) changes[field] = values[field].trim()
  }
  if (values.businessType !== before.businessType) changes.businessType = readCategory(values.businessType)
  if (values.website.trim() !== before.website.trim()) changes.website = websiteOf(values.website)
  if (values.taxId.trim() !== '') changes.taxId = values.taxId.trim()
  if (addressFields.some((field) => values[field].trim() !== before[field].trim())) changes.address = addressOf(values)
  if (values.allowMultipleLocations !== before.allowMultipleLocations)
    changes.allowMultipleLocations = values.allowMultipleLocations
  if (values.requireLocationCheck !== before.requireLocationCheck)
    changes.requireLocationCheck = values.requireLocationCheck
  return changes
}

export function hasChanges(values: ProfileForm, before: ProfileForm): boolean {
  return Object.keys(profileChanges(values, before)).length > 0
}
