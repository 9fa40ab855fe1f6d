import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { merchantsApi } from '../merchant-queries'
import { useMerchantsRefetch } from '../use-merchant-refresh'
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
  const refetch = useMerchantsRefetch()
  const create = useMutation(merchantsApi.create.mutationOptions())
  const form = useForm<ProfileForm>({
    initialValues: { ...emptyProfile, ...withoutAbsent({ ...start }) },
    validate: checkProfile,
  })
  const [problem, setProblem] = useState<string>()
  const [made, setMade] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const guard = useCloseGuard(form.isDirty(), onClose)

  const refuse = (error: unknown) => {
    const field = refusedFieldOf(error, named)
    if (field) form.setFieldError(field, verbErrorText(error))
    else if (reasonOf(error) === 'REQUEST_KEY') {
      requestKey.current = newRequestKey()
      void refetch()
      setProblem(alreadyMade)
    } else setProblem(verbErrorText(error))
  }
  const save = async (values: ProfileForm, thenOpen: boolean) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      const merchant = await create.mutateAsync(createInputOf(values, requestKey.current))
      void refetch()
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
    } catch (error) {
      refuse(error)
    } finally {
      running.current = false
    }
  }
  const submit = (thenOpen: boolean) => form.onSubmit((values) => void save(values, thenOpen))

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
          <Button loading={create.isPending} onClick={() => submit(false)()}>
            Create and add another
          </Button>
          <Button variant="primary" type="submit" loading={create.isPending}>
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
