import { Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { textLimits } from '@quaff/platform/shared/text'
import type { MerchantRecord } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import { useMerchantsRefetch } from '../use-merchant-refresh'
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
  const client = useQueryClient()
  const refetch = useMerchantsRefetch()
  // What the person sees while editing; a live change of the record must not move beneath the typed text.
  const [edited, setEdited] = useState(merchant)
  const before = profileOf(edited)
  const form = useForm({ initialValues: before, validate: (values) => checkProfile(values, before) })
  const update = useMutation(merchantsApi.update.mutationOptions())
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const guard = useCloseGuard(hasChanges(form.values, before), onClose)
  const merge = useMerge({
    words: profileMergeWords,
    base: edited,
    valuesOf: profileOf,
    keptOf: ({ taxIdMasked: taxId }) => ({ taxId }),
    load: ({ id: merchantId }) =>
      client.fetchQuery({ ...merchantsApi.get.queryOptions({ input: { merchantId } }), staleTime: 0 }),
    rebase: setEdited,
    form,
  })

  const save = async () => {
    const changes = profileChanges(form.getValues(), before)
    if (Object.keys(changes).length === 0) {
      guard.leave()
      return
    }
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      const input = { merchantId: edited.id, version: edited.version, changes }
      const saved = await update.mutateAsync(input)
      client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: saved.id } }), saved)
      void refetch()
      notifySuccess('Changes saved', `${saved.name} is up to date.`)
      guard.leave()
    } catch (error) {
      const field = refusedFieldOf(error, fields)
      if (field) form.setFieldError(field, verbErrorText(error))
      else if (!(await merge.meet(error))) setProblem(verbErrorText(error))
    } finally {
      running.current = false
    }
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      size="wide"
      title={`Edit ${edited.name}`}
      description="Only what you change is saved."
      keepOnOutsideClick
      onSubmit={form.onSubmit(() => void save())}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" loading={update.isPending}>
            {problem ? 'Retry save' : 'Save changes'}
          </Button>
        </GuardedFooter>
      }
    >
      <MergeNotice what="merchant" view={merge.view} />
      {problem && (
        <Notice tone="danger" title="The changes could not be saved" announce>
          {problem}
        </Notice>
      )}
      <NameFields form={form} storedCategory={edited.businessType} />
      <Textarea label="Description" rows={3} maxLength={textLimits.long} {...form.getInputProps('description')} />
      <ContactFields form={form} />
      <BusinessFields form={form} taxIdMasked={edited.taxIdMasked} />
      <AddressFields form={form} />
      <SettingsFields form={form} />
    </Dialog>
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
