import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { categoryOptions } from '@quaff/features/merchants/category/rules'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { businessFields } from '../../contract'
import type { BusinessValues } from './business-values'

export type BusinessFormApi = UseFormReturnType<BusinessValues>

export function VenueFields({ form, storedType }: { form: BusinessFormApi; storedType: string | null }) {
  const type = form.getInputProps('businessType')
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputLooks(businessFields.name)}
          label="Name"
          description="As subscribers know it."
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Select
          label="Category"
          description="Decides where you appear in the app."
          placeholder="Choose a category"
          clearable
          data={categoryOptions(storedType)}
          comboboxProps={{ withinPortal: true }}
          {...type}
          value={form.values.businessType || null}
          onChange={(value) => form.setFieldValue('businessType', value ?? '')}
        />
      </div>
      <Textarea
        {...inputLooks(businessFields.description)}
        label="Description"
        description="Two or three sentences about the venue."
        rows={3}
        {...form.getInputProps('description')}
      />
    </>
  )
}

export function ContactFields({ form, taxIdMasked }: { form: BusinessFormApi; taxIdMasked: string | null }) {
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputLooks(businessFields.contactEmail)}
          label="Contact email"
          autoComplete="email"
          {...form.getInputProps('contactEmail')}
        />
        <TextInput
          {...inputLooks(businessFields.contactPhone)}
          label="Phone"
          autoComplete="tel"
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        {...inputLooks(businessFields.website)}
        label="Website"
        autoComplete="url"
        {...form.getInputProps('website')}
        onBlur={() => form.setFieldValue('website', siteAddress(form.getValues().website))}
      />
      <div className="q-grid-2">
        <TextInput
          {...inputLooks(businessFields.businessName)}
          label="Registered name"
          description="The legal name, where it differs."
          {...form.getInputProps('businessName')}
        />
        <TextInput
          {...inputLooks(businessFields.taxId)}
          label="Tax ID"
          description={
            taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'Not kept in the draft. Shown masked once saved.'
          }
          {...form.getInputProps('taxId')}
        />
      </div>
    </>
  )
}
