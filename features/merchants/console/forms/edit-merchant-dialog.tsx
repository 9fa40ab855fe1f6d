import { Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { textLimits } from '@quaff/platform/shared/text'
import type { MerchantRecord } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import { AddressFields } from './address-fields'
import { ContactFields, NameFields, type ProfileFormApi } from './merchant-contact-fields'
import { checkProfile, emptyProfile, hasChanges, profileChanges, profileOf, type ProfileField } from './profile-form'
import { profileMergeWords } from './profile-merge-words'

const TAX_ID_MAX = 32
const fields: ProfileField[] = Object.keys(emptyProfile).filter((key): key is ProfileField => key in emptyProfile)

interface EditMerchantDialogProps {
  merchant: MerchantRecord
  onClose: () => void
}

export function EditMerchantDialog({ merchant, onClose }: EditMerchantDialogProps) {
  // What the person sees while editing; a live change of the record must not move beneath the typed text.
  const [edited, setEdited] = useState(merchant)
  const before = profileOf(edited)
  const form = useForm({ initialValues: before, validate: (values) => checkProfile(values, before) })
  const guard = useCloseGuard(hasChanges(form.values, before), onClose)
  const merge = useMerge({
    words: profileMergeWords,
    base: edited,
    valuesOf: profileOf,
    keptOf: ({ taxIdMasked: taxId }) => ({ taxId }),
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
    rebase: setEdited,
    form,
  })
  const { save, busy, problem } = useSave({
    keys: [merchantsApi.key()],
    meet: merge.meet,
    form,
    fieldOf: (error) => refusedFieldOf(error, fields),
    textOf: verbErrorText,
  })
  const send = async () => {
    const changes = profileChanges(form.getValues(), before)
    if (Object.keys(changes).length === 0) {
      guard.leave()
      return
    }
    const { id: merchantId, version } = edited
    const next = changes.name === undefined ? {} : { name: changes.name }
    const saved = await save(() => merchantsApi.update.call({ merchantId, version, changes }), edited, next)
    if (!saved) return
    notifySuccess('Changes saved', `${saved.name} is up to date.`)
    guard.leave()
  }
  return (
    <FormDialog
      guard={guard}
      size="wide"
      title={`Edit ${edited.name}`}
      description="Only what you change is saved."
      button={problem ? 'Retry save' : 'Save changes'}
      busy={busy}
      problem={problem}
      refused="The changes could not be saved"
      notice={<MergeNotice what="merchant" view={merge.view} />}
      onSubmit={form.onSubmit(() => void send())}
    >
      <NameFields form={form} storedCategory={edited.businessType} />
      <Textarea label="Description" rows={3} maxLength={textLimits.long} {...form.getInputProps('description')} />
      <ContactFields form={form} />
      <BusinessFields form={form} taxIdMasked={edited.taxIdMasked} />
      <AddressFields form={form} />
      <SettingsFields form={form} />
    </FormDialog>
  )
}

function BusinessFields({ form, taxIdMasked }: { form: ProfileFormApi; taxIdMasked: string | null }) {
  return (
    <div className="q-grid-2">
      <TextInput
        label="Business name"
        description="The legal name, where it differs."
        autoComplete="off"
        maxLength={textLimits.short}
        {...form.getInputProps('businessName')}
      />
      <TextInput
        label="Tax ID"
        description={
          taxIdMasked ? `Leave blank to keep ${taxIdMasked}` : 'Only its last characters are shown once saved.'
        }
        autoComplete="off"
        maxLength={TAX_ID_MAX}
        {...form.getInputProps('taxId')}
      />
    </div>
  )
}

function SettingsFields({ form }: { form: ProfileFormApi }) {
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Settings</legend>
      <Switch
        label="Several locations"
        description="The merchant may add more than one location."
        {...form.getInputProps('allowMultipleLocations', { type: 'checkbox' })}
      />
      <Switch
        label="Location check"
        description="A pass can only be redeemed near one of its locations."
        {...form.getInputProps('requireLocationCheck', { type: 'checkbox' })}
      />
    </fieldset>
  )
}
