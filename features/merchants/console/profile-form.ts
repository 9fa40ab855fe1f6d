import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { addressOf, noAddress } from '@quaff/platform/shared/fields/address'
import { addressFields, errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { chosenOf, defineRecord, labelled, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { categoryLabel, readCategory } from '../category-rules'
import { merchantFields, type CreateMerchantInput, type MerchantRecord } from '../contract'

const [own, chosen] = [ownFieldsOf<MerchantRecord>(), chosenOf<MerchantRecord>()]

export const profileFields = {
  name: labelled('Name', merchantFields.name),
  description: labelled('Description', merchantFields.description),
  businessName: labelled('Business name', merchantFields.businessName, { hint: 'Legal name, if different' }),
  contactEmail: labelled('Contact email', merchantFields.contactEmail),
  contactPhone: labelled('Phone', merchantFields.contactPhone),
  website: labelled('Website', merchantFields.website),
  /** Write-only: blank keeps the stored number. */
  taxId: labelled('Tax ID', merchantFields.taxId),
}

const form = defineRecord<MerchantRecord>()({
  ...profileFields,
  businessType: own({
    label: 'Category',
    /** A known category, an imported one, or none. */
    empty: { businessType: null as string | null },
    read: ({ businessType }) => ({ businessType }),
    send: ({ businessType }) => readCategory(businessType),
    show: ({ businessType }) => categoryLabel(businessType),
  }),
  address: own({
    label: 'Address',
    empty: noAddress,
    read: ({ address }) => ({ ...noAddress, ...address }),
    send: addressOf,
    errors: (values, before) => errorsOf(addressFields, values, before),
  }),
  allowMultipleLocations: chosen('Several locations', 'allowMultipleLocations', false),
  requireLocationCheck: chosen('Location check', 'requireLocationCheck', false),
  timeZone: own({
    label: 'Time zone',
    /** Blank while no zone is known. A known one cannot be removed. */
    empty: { timeZone: '' },
    read: ({ timeZone }) => ({ timeZone: timeZone ?? '' }),
    send: ({ timeZone }) => timeZone || undefined,
  }),
})
export type ProfileForm = typeof form.empty

/** Unchanged fields are not sent, so that two editors of different fields do not overwrite each other. */
const changes = (values: ProfileForm, before: ProfileForm) => withoutAbsent(form.changes(values, before))

export const profileForm = {
  ...form,
  read: (record: MerchantRecord) =>
    form.read({ ...record, contactEmail: record.contactEmail && readableEmail(record.contactEmail) }),
  changes,
  hasChanges: (values: ProfileForm, before: ProfileForm) => Object.keys(changes(values, before)).length > 0,
}

export function createInputOf(values: ProfileForm, requestKey: string): CreateMerchantInput {
  const { name, businessType, contactEmail, contactPhone, website, address } = form.input(values)
  return { name, businessType, contactEmail, contactPhone, website, address, requestKey }
}
