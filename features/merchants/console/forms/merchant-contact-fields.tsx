import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { textLimits } from '@quaff/platform/shared/text'
import { categoryOptions } from '../../category/rules'
import { websiteOf } from '../../rules'
import type { ProfileForm } from './profile-form'

const PHONE_MAX = 32

export type ProfileFormApi = UseFormReturnType<ProfileForm>

/** Name and category: the two that head both dialogs. */
export function NameFields({ form, storedCategory }: { form: ProfileFormApi; storedCategory: string | null }) {
  return (
    <div className="q-grid-2">
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={textLimits.short}
        {...form.getInputProps('name')}
      />
      <Select
        label="Category"
        placeholder="Choose a category"
        clearable
        data={categoryOptions(storedCategory)}
        comboboxProps={{ withinPortal: true }}
        {...form.getInputProps('businessType')}
      />
    </div>
  )
}

export function ContactFields({ form }: { form: ProfileFormApi }) {
  const website = form.getInputProps('website')
  return (
    <>
      <div className="q-grid-2">
        <TextInput
          label="Contact email"
          type="email"
          autoComplete="off"
          maxLength={textLimits.email}
          {...form.getInputProps('contactEmail')}
        />
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={PHONE_MAX}
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={textLimits.medium}
        {...website}
        onBlur={() => form.setFieldValue('website', websiteOf(form.getValues().website))}
      />
    </>
  )
}
