import { readableEmail } from '@quaff/platform/shared/email-address'
import { addressOf, addressParts, noAddress, type TypedAddress } from '@quaff/platform/shared/fields/address'
import { addressFields, errorsOf, siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { readCategory } from '../category-rules'
import { merchantFields, type CreateMerchantInput, type MerchantRecord, type UpdateMerchantInput } from '../contract'

const textFields = ['description', 'businessName', 'contactEmail', 'contactPhone'] as const

export interface ProfileForm extends TypedAddress {
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
  allowMultipleLocations: boolean
  requireLocationCheck: boolean
  /** Blank while no zone is known. */
  timeZone: string
}

export const emptyProfile: ProfileForm = {
  name: '',
  description: '',
  businessType: null,
  businessName: '',
  contactEmail: '',
  contactPhone: '',
  website: '',
  taxId: '',
  ...noAddress,
  allowMultipleLocations: false,
  requireLocationCheck: false,
  timeZone: '',
}

export function profileOf(record: MerchantRecord): ProfileForm {
  return {
    name: record.name,
    description: record.description ?? '',
    businessType: record.businessType,
    businessName: record.businessName ?? '',
    contactEmail: readableEmail(record.contactEmail ?? ''),
    contactPhone: record.contactPhone ?? '',
    website: record.website ?? '',
    taxId: '',
    ...noAddress,
    ...record.address,
    allowMultipleLocations: record.allowMultipleLocations,
    requireLocationCheck: record.requireLocationCheck,
    timeZone: record.timeZone ?? '',
  }
}

/** Checks changed fields only: the editor cannot fix imported values of others. */
export const checkProfile = (values: ProfileForm, before?: ProfileForm) =>
  errorsOf({ ...merchantFields, ...addressFields }, values, before)

export function createInputOf(values: ProfileForm, requestKey: string): CreateMerchantInput {
  return {
    name: values.name.trim(),
    businessType: readCategory(values.businessType),
    contactEmail: values.contactEmail.trim(),
    contactPhone: values.contactPhone.trim(),
    website: siteAddress(values.website),
    address: addressOf(values),
    requestKey,
  }
}

/** Returns changed fields only, so that two editors of different fields do not overwrite each other. */
export function profileChanges(values: ProfileForm, before: ProfileForm): UpdateMerchantInput['changes'] {
  const changes: UpdateMerchantInput['changes'] = {}
  if (values.name.trim() !== before.name) changes.name = values.name.trim()
  for (const field of textFields) {
    if (values[field].trim() !== before[field].trim()) changes[field] = values[field].trim()
  }
  if (values.businessType !== before.businessType) changes.businessType = readCategory(values.businessType)
  if (values.website.trim() !== before.website.trim()) changes.website = siteAddress(values.website)
  if (values.taxId.trim() !== '') changes.taxId = values.taxId.trim()
  if (addressParts.some((field) => values[field].trim() !== before[field].trim())) changes.address = addressOf(values)
  if (values.allowMultipleLocations !== before.allowMultipleLocations)
    changes.allowMultipleLocations = values.allowMultipleLocations
  if (values.requireLocationCheck !== before.requireLocationCheck)
    changes.requireLocationCheck = values.requireLocationCheck
  if (values.timeZone !== before.timeZone && values.timeZone !== '') changes.timeZone = values.timeZone
  return changes
}

export function hasChanges(values: ProfileForm, before: ProfileForm): boolean {
  return Object.keys(profileChanges(values, before)).length > 0
}
