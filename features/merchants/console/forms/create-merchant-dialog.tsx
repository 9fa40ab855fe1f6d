import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { merchantsApi } from '../merchant-queries'
import { AddressFields } from './address-fields'
import { ContactFields, NameFields } from './merchant-contact-fields'
import { checkProfile, createInputOf, emptyProfile, type ProfileField, type ProfileForm } from './profile-form'

interface CreateMerchantDialogProps {
  /** Filled in already: a lead of a waitlist. */
  start?: Partial<Pick<ProfileForm, 'name' | 'city' | 'postalCode'>>
  /** After "Create and open". */
  onOpen: (merchantId: string) => void
  onClose: () => void
}

const named = ['name', 'businessType', 'contactEmail', 'contactPhone', 'website'] as const satisfies ProfileField[]
const alreadyMade =
  'A merchant was already created from this form with what you typed first. Look for it in the list before you create another one.'

export function CreateMerchantDialog({ start, onOpen, onClose }: CreateMerchantDialogProps) {
  const form = useForm<ProfileForm>({
    initialValues: { ...emptyProfile, ...withoutAbsent({ ...start }) },
    validate: checkProfile,
  })
  const [made, setMade] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const guard = useCloseGuard(form.isDirty(), onClose)

  const { save, busy, problem } = useSave({
    keys: [merchantsApi.key()],
    form,
    fieldOf: (error) => refusedFieldOf(error, named),
    textOf: (error) => {
      if (reasonOf(error) !== 'REQUEST_KEY') return verbErrorText(error)
      requestKey.current = newRequestKey()
      return alreadyMade
    },
  })
  const send = async (values: ProfileForm, thenOpen: boolean) => {
    const merchant = await save(() => merchantsApi.create.call(createInputOf(values, requestKey.current)))
    if (!merchant) return
    if (thenOpen) {
      notifySuccess('Merchant created', `${merchant.name} waits for review.`)
      guard.release()
      onOpen(merchant.id)
      return
    }
    requestKey.current = newRequestKey()
    setMade(merchant.name)
    // The lead is made; the next one starts empty.
    form.setInitialValues(emptyProfile)
    form.reset()
    document.querySelector<HTMLInputElement>('input[data-autofocus]')?.focus()
  }
  const submit = (thenOpen: boolean) => form.onSubmit((values) => void send(values, thenOpen))

  return (
    <Dialog
      opened
      onClose={guard.close}
      title="Create merchant"
      description="It starts in review and is not live: nobody can buy its passes before it is approved."
      keepOnOutsideClick
      onSubmit={submit(true)}
      footer={
        <GuardedFooter guard={guard}>
          <Button loading={busy} onClick={() => submit(false)()}>
            Create and add another
          </Button>
          <Button variant="primary" type="submit" loading={busy}>
            Create and open
          </Button>
        </GuardedFooter>
      }
    >
      {made && (
        <Notice tone="ok" announce>
          {`${made} was created. Enter the next one.`}
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" title="The merchant could not be created" announce>
          {problem}
        </Notice>
      )}
      <NameFields form={form} storedCategory={null} />
      <ContactFields form={form} />
      <AddressFields form={form} />
    </Dialog>
  )
}
