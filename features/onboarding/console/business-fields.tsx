import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { categoryOptions } from '@quaff/features/merchants/category-rules'
import { PhoneInput, inputProps } from '@quaff/platform/console/forms/field-inputs'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, type OnboardingState } from '../contract'
import type { BusinessValues } from './business-values'
import { RequestedMark } from './requested-mark'

export type BusinessFormApi = UseFormReturnType<BusinessValues>

type FieldsProps = { form: BusinessFormApi; state: OnboardingState }

function Requested({ label, ...requested }: ComponentProps<typeof RequestedMark> & { label: string }) {
  return (
    <>
      {label} <RequestedMark {...requested} />
    </>
  )
}

export function VenueFields({ form, state }: FieldsProps) {
  const type = form.getInputProps('businessType')
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputProps(businessFields.name)}
          label={<Requested state={state} item="profile" label="Name" />}
          description="The name customers see"
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Select
          label={<Requested state={state} item="category" label="Category" />}
          description="Used for search in the app"
          placeholder="Choose a category"
          clearable
          data={categoryOptions(state.business.businessType)}
          comboboxProps={{ withinPortal: true }}
          {...type}
          value={form.values.businessType || null}
          onChange={(value) => form.setFieldValue('businessType', value ?? '')}
        />
      </div>
      <Textarea
        {...inputProps(businessFields.description)}
        label="Description"
        description="2–3 sentences"
        rows={3}
        {...form.getInputProps('description')}
      />
    </>
  )
}

export function ContactFields({ form, state }: FieldsProps) {
  const { taxIdMasked } = state.business
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputProps(businessFields.contactEmail)}
          label={<Requested state={state} item="contact" label="Contact email" />}
          autoComplete="email"
          {...form.getInputProps('contactEmail')}
        />
        <PhoneInput
          {...inputProps(businessFields.contactPhone)}
          label="Phone"
          country={form.values.country}
          autoComplete="tel"
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        {...inputProps(businessFields.website)}
        label="Website"
        autoComplete="url"
        {...form.getInputProps('website')}
        onBlur={() => form.setFieldValue('website', siteAddress(form.getValues().website))}
      />
      <div className="q-grid-2">
        <TextInput
          {...inputProps(businessFields.businessName)}
          label="Registered name"
          description="Legal name, if different"
          {...form.getInputProps('businessName')}
        />
        <TextInput
          {...inputProps(businessFields.taxId)}
          label={<Requested state={state} item="taxId" label="Tax ID" />}
          description={
            taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'Not saved in drafts. Masked after you save.'
          }
          {...form.getInputProps('taxId')}
        />
      </div>
    </>
  )
}
