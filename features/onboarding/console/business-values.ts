import { categoryLabel, readCategory } from '@quaff/features/merchants/category-rules'
import type { MergeLabels } from '@quaff/platform/console/forms/use-merge'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { addressMergeLabels, addressOf, noAddress } from '@quaff/platform/shared/fields/address'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { draftFields, type DraftField, type OnboardingState, type SaveBusinessInput } from '../contract'

/** Form values. The tax ID is write-only: blank keeps the stored one. */
export type BusinessValues = Record<DraftField | 'taxId', string>
export type DraftValues = Partial<Record<DraftField, string>>

export function toFormValues({ address, ...business }: OnboardingState['business']): BusinessValues {
  return {
    name: business.name,
    description: business.description ?? '',
    businessType: business.businessType ?? '',
    businessName: business.businessName ?? '',
    contactEmail: readableEmail(business.contactEmail ?? ''),
    contactPhone: business.contactPhone ?? '',
    website: business.website ?? '',
    ...noAddress,
    ...address,
    taxId: '',
  }
}

/** Returns changed values only, so that a restored draft does not undo the changes of others. */
export function draftOf(values: BusinessValues, saved: BusinessValues): DraftValues {
  const draft: DraftValues = {}
  for (const field of draftFields) if (values[field] !== saved[field]) draft[field] = values[field]
  return draft
}

export const isEmptyDraft = (draft: DraftValues) => Object.keys(draft).length === 0

export const businessMergeLabels: MergeLabels<BusinessValues> = {
  labels: {
    name: 'Name',
    description: 'Description',
    businessType: 'Category',
    businessName: 'Registered name',
    contactEmail: 'Contact email',
    contactPhone: 'Phone',
    website: 'Website',
    ...addressMergeLabels,
    taxId: 'Tax ID',
  },
  show: { Category: ({ businessType }) => categoryLabel(businessType) },
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
    website: siteAddress(values.website),
    ...(text('taxId') === '' ? {} : { taxId: text('taxId') }),
    address: addressOf(values),
  }
}

/** An imported category outside the list remains, but it cannot be selected. */
function categoryOf(chosen: string): Pick<SaveBusinessInput['business'], 'businessType'> {
  if (chosen === '') return { businessType: null }
  const known = readCategory(chosen)
  return known ? { businessType: known } : {}
}
