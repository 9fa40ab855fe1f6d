import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Notice } from '@quaff/platform/console/display/panel'
import { AddressInputs } from '@quaff/platform/console/forms/address-inputs'
import { PhoneInput, inputProps } from '@quaff/platform/console/forms/field-inputs'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { isolated } from '@quaff/platform/shared/readable-text'
import { categoryOptions } from '../category-rules'
import { merchantFields, type MerchantRecord } from '../contract'
import { useTakenName } from './merchant-queries-widget'
import type { ProfileForm } from './profile-form'

export type ProfileFormApi = UseFormReturnType<ProfileForm>

type StoredMerchant = Pick<MerchantRecord, 'name' | 'businessType'>

export function NameFields({ form, stored }: { form: ProfileFormApi; stored?: StoredMerchant }) {
  const takenName = useTakenName(form.values.name, stored?.name)
  return (
    <>
      <div className="q-grid-2">
        <TextInput {...inputProps(merchantFields.name)} label="Name" data-autofocus {...form.getInputProps('name')} />
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

export function ContactFields({ form }: { form: ProfileFormApi }) {
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputProps(merchantFields.contactEmail)}
          label="Contact email"
          {...form.getInputProps('contactEmail')}
        />
        <PhoneInput
          {...inputProps(merchantFields.contactPhone)}
          label="Phone"
          country={form.values.country}
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        {...inputProps(merchantFields.website)}
        label="Website"
        {...form.getInputProps('website')}
        onBlur={() => form.setFieldValue('website', siteAddress(form.getValues().website))}
      />
    </>
  )
}

export function AddressFields({ form }: { form: ProfileFormApi }) {
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
      <AddressInputs form={form} />
    </fieldset>
  )
}
