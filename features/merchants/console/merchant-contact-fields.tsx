import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Notice } from '@quaff/platform/console/display/panel'
import { AddressInputs } from '@quaff/platform/console/forms/address-inputs'
import { PhoneInput, labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { isolated } from '@quaff/platform/shared/readable-text'
import { categoryOptions } from '../category-rules'
import type { MerchantRecord } from '../contract'
import { useTakenName } from './merchant-queries-widget'
import { profileFields, type ProfileForm } from './profile-form'

export type ProfileFormApi = UseFormReturnType<ProfileForm>

type StoredMerchant = Pick<MerchantRecord, 'name' | 'businessType'>

export function NameFields({ form, stored }: { form: ProfileFormApi; stored?: StoredMerchant | undefined }) {
  const takenName = useTakenName(form.values.name, stored?.name)
  return (
    <>
      <div className="q-grid-2">
        <TextInput {...labelledInputProps(profileFields.name)} data-autofocus {...form.getInputProps('name')} />
        <Select
          label="Category"
          placeholder="Choose a category"
          clearable
          data={categoryOptions(stored?.businessType ?? null)}
          comboboxProps={{ withinPortal: true }}
          {...form.getInputProps('businessType')}
        />
      </div>
      {takenName !== undefined && (
        <Notice
          tone="warn"
          announce
        >{`Another merchant is named “${isolated(takenName)}”. Check that this isn’t a duplicate.`}</Notice>
      )}
    </>
  )
}

type FieldProps = { form: ProfileFormApi }

export const EmailField = ({ form }: FieldProps) => (
  <TextInput {...labelledInputProps(profileFields.contactEmail)} {...form.getInputProps('contactEmail')} />
)

export const PhoneField = ({ form }: FieldProps) => (
  <PhoneInput
    {...labelledInputProps(profileFields.contactPhone)}
    country={form.values.country}
    {...form.getInputProps('contactPhone')}
  />
)

export const WebsiteField = ({ form }: FieldProps) => (
  <TextInput
    {...labelledInputProps(profileFields.website)}
    {...form.getInputProps('website')}
    onBlur={() => form.setFieldValue('website', siteAddress(form.getValues().website))}
  />
)

export function AddressFields({ form }: FieldProps) {
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
      <AddressInputs form={form} />
    </fieldset>
  )
}
