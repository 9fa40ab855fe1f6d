import { useForm } from '@mantine/form'
import { useRef, useState, type FormEvent } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { isUnconfirmedText, verbErrorText } from '@quaff/platform/console/forms/error-text'
import { FoldedFields } from '@quaff/platform/console/forms/folded-fields'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { addressParts } from '@quaff/platform/shared/fields/address'
import { isolated } from '@quaff/platform/shared/readable-text'
import { merchantFields } from '../contract'
import { AddressFields, EmailField, NameFields, PhoneField, WebsiteField } from './merchant-contact-fields'
import { merchantsApi } from './merchant-queries-widget'
import { createInputOf, profileForm, type ProfileForm } from './profile-form'

interface CreateMerchantDialogProps {
  /** Filled in already: a lead of a waitlist. */
  start?: Partial<Pick<ProfileForm, 'name' | 'city' | 'postalCode'>>
  onOpen: (merchantId: string) => void
  onClose: () => void
}

/** The idempotency key ignores the values, so changed values after a lost response create no second merchant. */
const oneMerchant = 'merchant'
const alreadyMade = 'This merchant may already exist. Check the list before creating another.'

const foldedFields = ['contactPhone', 'website', ...addressParts] as const

export function CreateMerchantDialog({ start, onOpen, onClose }: CreateMerchantDialogProps) {
  const form = useForm<ProfileForm>({
    initialValues: { ...profileForm.empty, ...withoutAbsent({ ...start }) },
    validate: (values) => profileForm.errors(values),
  })
  const [made, setMade] = useState<string>()
  const opens = useRef(true)
  const guard = useCloseGuard(form.isDirty(), onClose, { name: 'new-merchant', form, fields: merchantFields })
  const saving = useSave({
    form,
    keys: [merchantsApi.key()],
    send: (values) => merchantsApi.create.call(createInputOf(values, guard.draft.keyOf(oneMerchant))),
    onSaved: (merchant) => {
      if (opens.current) {
        notifySuccess('Merchant created', `${isolated(merchant.name)} waits for review.`)
        guard.leave(() => onOpen(merchant.id))
        return
      }
      guard.draft.renewKey()
      setMade(merchant.name)
      // The lead is made; the next one starts empty.
      form.setInitialValues(profileForm.empty)
      form.reset()
      document.querySelector<HTMLInputElement>('input[data-autofocus]')?.focus()
    },
    textOf: (error) => {
      if (reasonOf(error) !== 'REQUEST_KEY') return verbErrorText(error)
      guard.draft.renewKey()
      return alreadyMade
    },
  })
  // The merchant of that name may be the one of this attempt.
  const isOwn = isUnconfirmedText(saving.problem)
  const submit = (thenOpen: boolean) => (event?: FormEvent<HTMLFormElement>) => {
    opens.current = thenOpen
    saving.submit(event)
  }
  return (
    <FormDialog
      title="Create merchant"
      description="New merchants start in review. They can sell passes once you approve them."
      guard={guard}
      saving={{ ...saving, submit: submit(true) }}
      failed="Couldn’t create the merchant"
      notice={
        made && (
          <Notice tone="ok" announce>
            {`${made} created. Add another.`}
          </Notice>
        )
      }
      before={
        <Button loading={saving.busy} onClick={() => submit(false)()}>
          Create and add another
        </Button>
      }
      button="Create and open"
    >
      <NameFields form={form} stored={isOwn ? { name: form.values.name, businessType: null } : undefined} />
      <EmailField form={form} />
      <FoldedFields form={form} fields={foldedFields} summary="Phone, website and address">
        <PhoneField form={form} />
        <WebsiteField form={form} />
        <AddressFields form={form} />
      </FoldedFields>
    </FormDialog>
  )
}
