import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { categoryOptions } from '@quaff/features/merchants/category/rules'
import { websiteOf } from '@quaff/features/merchants/rules'
import { textLimits } from '@quaff/platform/shared/text'
import type { BusinessValues } from './business-values'

const NUMBER_MAX = 32

export type BusinessFormApi = UseFormReturnType<BusinessValues>

export function VenueFields({ form, storedType }: { form: BusinessFormApi; storedType: string | null }) {
  const type = form.getInputProps('businessType')
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          label="Name"
          description="As subscribers know it."
          required
          autoComplete="organization"
          maxLength={textLimits.short}
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
        label="Description"
        description="Two or three sentences about the venue."
        rows={3}
        maxLength={textLimits.long}
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
          label="Contact email"
          type="email"
          required
          autoComplete="email"
          maxLength={textLimits.email}
          {...form.getInputProps('contactEmail')}
        />
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={NUMBER_MAX}
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        maxLength={textLimits.medium}
        {...form.getInputProps('website')}
        onBlur={() => form.setFieldValue('website', websiteOf(form.getValues().website))}
      />
      <div className="q-grid-2">
        <TextInput
          label="Registered name"
          description="The legal name, where it differs."
          autoComplete="off"
          maxLength={textLimits.short}
          {...form.getInputProps('businessName')}
        />
        <TextInput
          label="Tax ID"
          description={
            taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'Not kept in the draft. Shown masked once saved.'
          }
          autoComplete="off"
          maxLength={NUMBER_MAX}
          {...form.getInputProps('taxId')}
        />
      </div>
    </>
  )
}

export function AddressFields({ form }: { form: BusinessFormApi }) {
  const shared = { maxLength: textLimits.short }
  return (
    <>
      <TextInput
        label="Street and number"
        required
        autoComplete="address-line1"
        {...shared}
        {...form.getInputProps('line1')}
      />
      <TextInput label="Floor, suite" autoComplete="address-line2" {...shared} {...form.getInputProps('line2')} />
      <div className="q-grid-2">
        <TextInput label="City" required autoComplete="address-level2" {...shared} {...form.getInputProps('city')} />
        <TextInput
          label="State or region"
          autoComplete="address-level1"
          {...shared}
          {...form.getInputProps('region')}
        />
        <TextInput label="Postal code" autoComplete="postal-code" {...shared} {...form.getInputProps('postalCode')} />
        <TextInput label="Country" autoComplete="country-name" {...shared} {...form.getInputProps('country')} />
      </div>
    </>
  )
}
