import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { merchantFields, type MerchantRecord } from '../contract'
import {
  AddressFields,
  EmailField,
  NameFields,
  PhoneField,
  type ProfileFormApi,
  WebsiteField,
} from './merchant-contact-fields'
import { merchantsApi } from './merchant-queries-widget'
import { profileFields, profileForm } from './profile-form'

export function EditMerchantDialog({ merchant, onClose }: { merchant: MerchantRecord; onClose: () => void }) {
  // The record as opened: a live change must not replace the typed text.
  const [edited, setEdited] = useState(merchant)
  const before = profileForm.read(edited)
  const form = useForm({ initialValues: before, validate: (values) => profileForm.errors(values, before) })
  const guard = useCloseGuard(profileForm.hasChanges(form.values, before), onClose, {
    name: `merchant.${edited.id}`,
    form,
    fields: merchantFields,
    version: edited.version,
  })
  const merge = useMerge({
    labels: profileForm.mergeLabels,
    base: edited,
    toFormValues: profileForm.read,
    keptOf: ({ taxIdMasked: taxId }) => ({ taxId }),
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
    rebase: setEdited,
    form,
  })
  const saving = useSave({
    form,
    keys: [merchantsApi.key()],
    record: edited,
    next: ({ name }) => ({ name: name.trim() }),
    send: (values) => {
      const changes = profileForm.changes(values, before)
      return merchantsApi.update.call({ merchantId: edited.id, version: edited.version, changes })
    },
    onSaved: ({ name }) => {
      notifySuccess('Changes saved', `${isolated(name)} is up to date.`)
      guard.leave()
    },
    meet: merge.meet,
    textOf: verbErrorText,
  })
  const submit = (event?: FormEvent<HTMLFormElement>) =>
    profileForm.hasChanges(form.getValues(), before) ? saving.submit(event) : guard.leave()
  return (
    <FormDialog
      size="wide"
      title={`Edit ${isolated(edited.name)}`}
      description=""
      guard={guard}
      saving={{ ...saving, submit }}
      failed="Couldn’t save the changes"
      notice={<MergeNotice what="merchant" view={merge.view} />}
      button={saving.problem ? 'Retry save' : 'Save changes'}
    >
      <NameFields form={form} stored={edited} />
      <Textarea {...labelledInputProps(profileFields.description)} rows={3} {...form.getInputProps('description')} />
      <div className="q-grid-2">
        <EmailField form={form} />
        <PhoneField form={form} />
      </div>
      <WebsiteField form={form} />
      <BusinessFields form={form} taxIdMasked={edited.taxIdMasked} />
      <AddressFields form={form} />
      <SettingsFields form={form} />
    </FormDialog>
  )
}

function BusinessFields({ form, taxIdMasked }: { form: ProfileFormApi; taxIdMasked: string | null }) {
  return (
    <div className="q-grid-2">
      <TextInput {...labelledInputProps(profileFields.businessName)} {...form.getInputProps('businessName')} />
      <TextInput
        {...labelledInputProps(profileFields.taxId)}
        description={
          taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'After you save, only the last 4 characters are shown.'
        }
        {...form.getInputProps('taxId')}
      />
    </div>
  )
}

function ZoneField({ form }: { form: ProfileFormApi }) {
  const { value, onChange, ...rest } = form.getInputProps('timeZone')
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Select
      label="Time zone"
      description="Used for this merchant’s days, hours and passes. A change recounts past days."
      placeholder="Taken from the first location"
      data={value === '' || zones.includes(value) ? zones : [value, ...zones]}
      searchable
      limit={50}
      nothingFoundMessage="Unknown time zone"
      value={value === '' ? null : value}
      onChange={(zone) => onChange(zone ?? '')}
      {...rest}
    />
  )
}

function SettingsFields({ form }: { form: ProfileFormApi }) {
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Settings</legend>
      <ZoneField form={form} />
      <Switch
        label="Several locations"
        description="Allow more than one location."
        {...form.getInputProps('allowMultipleLocations', { type: 'checkbox' })}
      />
      <Switch
        label="Location check"
        description="Customers must be at a location to redeem."
        {...form.getInputProps('requireLocationCheck', { type: 'checkbox' })}
      />
    </fieldset>
  )
}
