import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { categoryOptions } from '@quaff/features/merchants/category-rules'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, type OnboardingState } from '../contract'
import { AskedMark } from './asked-mark'
import type { BusinessValues } from './business-values'

export type BusinessFormApi = UseFormReturnType<BusinessValues>

type FieldsProps = { form: BusinessFormApi; state: OnboardingState }

function Asked({ label, ...asked }: ComponentProps<typeof AskedMark> & { label: string }) {
  return (
    <>
      {label} <AskedMark {...asked} />
    </>
  )
}

export function VenueFields({ form, state }: FieldsProps) {
  const type = form.getInputProps('businessType')
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          {...inputLooks(businessFields.name)}
          label={<Asked state={state} item="profile" label="Name" />}
          description="The name customers see"
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Select
          label={<Asked state={state} item="category" label="Category" />}
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
        {...inputLooks(businessFields.description)}
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
          {...inputLooks(businessFields.contactEmail)}
          label={<Asked state={state} item="contact" label="Contact email" />}
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
          description="Legal name, if different"
          {...form.getInputProps('businessName')}
        />
        <TextInput
          {...inputLooks(businessFields.taxId)}
          label={<Asked state={state} item="taxId" label="Tax ID" />}
          description={
            taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'Not saved in drafts. Masked after you save.'
          }
          {...form.getInputProps('taxId')}
        />
      </div>
    </>
  )
}
