import { MultiSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { MerchantsField, type PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { useRecentChange } from '@quaff/features/sign-in/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { AllOrSomeField } from '@quaff/platform/console/controls/choices'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { mainLandmark } from '@quaff/platform/console/theme/landmark'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { refusedField } from '@quaff/platform/shared/refusal'
import {
  endpointFields,
  eventTypes,
  webhookLimits,
  type Endpoint,
  type EventType,
  type ShownEndpoint,
} from '../contract'
import { SecretDialog } from './secret-dialog'
import { hostOf } from './webhook-looks'
import { webhooksApi } from './webhooks-queries'

type Form = {
  url: string
  description: string
  events: 'all' | 'some'
  eventTypes: EventType[]
  reach: 'all' | 'some'
  merchants: PickedMerchant[]
}

const formOf = (opened: Endpoint | undefined): Form => ({
  url: opened?.url ?? '',
  description: opened?.description ?? '',
  events: opened?.eventTypes ? 'some' : 'all',
  eventTypes: opened?.eventTypes ?? [],
  reach: opened?.merchants ? 'some' : 'all',
  merchants: opened?.merchants?.map(({ id, name }) => ({ id, name: name ?? id })) ?? [],
})

const check = ({ url, description, events, eventTypes, reach, merchants }: Form) => ({
  ...faultsOf(endpointFields, { url, description }),
  ...(events === 'some' && eventTypes.length === 0 && { eventTypes: 'Choose at least one event' }),
  ...(reach === 'some' && merchants.length === 0 && { merchants: 'Choose at least one merchant' }),
})

const inputOf = ({ url, description, events, eventTypes, reach, merchants }: Form) => ({
  url: url.trim(),
  description: description.trim(),
  eventTypes: events === 'all' ? null : eventTypes,
  merchantIds: reach === 'all' ? null : merchants.map(({ id }) => id),
})

/** The fields of the server that a refusal may name, and where they are entered. */
const formFields = new Map<string | undefined, keyof Form>([
  ['url', 'url'],
  ['merchantIds', 'merchants'],
])

export function EndpointDialog({ opened, onClose }: { opened?: Endpoint; onClose: () => void }) {
  const form = useForm<Form>({ initialValues: formOf(opened), validate: check })
  const [shown, setShown] = useState<ShownEndpoint>()
  const guard = useCloseGuard(form.isDirty() && !shown, onClose, {
    name: `endpoint.${opened?.id ?? 'new'}`,
    form,
    version: opened?.version,
  })
  const change = useRecentChange({
    key: webhooksApi.key(),
    call: async () => {
      const wanted = inputOf(form.values)
      if (!opened) return setShown(await webhooksApi.create.call(wanted))
      await webhooksApi.update.call({ endpointId: opened.id, version: opened.version, ...wanted })
    },
    onDone: () => {
      if (!opened) return
      notifySuccess('Endpoint saved')
      onClose()
    },
    meet: (error) => {
      const field = formFields.get(refusedField(error))
      if (!field) return false
      form.setFieldError(field, errorText(error))
      form.getInputNode(field)?.focus()
      return true
    },
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  if (change.gate.asking)
    return <ConfirmIdentityDialog gate={change.gate} action="Confirm and save" onClose={onClose} />
  return (
    <FormDialog
      title={opened ? `Edit ${hostOf(opened)}` : 'Add endpoint'}
      size="wide"
      guard={guard}
      saving={{ ...change, submit: form.onSubmit(change.submit) }}
      failed="Couldn’t save the endpoint"
      button={opened ? 'Save' : 'Add endpoint'}
    >
      <TextInput
        {...inputLooks(endpointFields.url)}
        label="URL"
        placeholder="https://example.com/webhooks"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        {...inputLooks(endpointFields.description)}
        label="Description"
        description="For example “App server”"
        {...form.getInputProps('description')}
      />
      <AllOrSomeField label="Events" {...form.getInputProps('events')} value={form.values.events}>
        <MultiSelect
          aria-label="Events"
          placeholder={form.values.eventTypes.length === 0 ? 'Search events...' : undefined}
          data={[...eventTypes]}
          searchable
          hidePickedOptions
          comboboxProps={{ shadow: 'md', portalProps: { target: mainLandmark() } }}
          {...form.getInputProps('eventTypes')}
        />
      </AllOrSomeField>
      <AllOrSomeField label="Merchants" {...form.getInputProps('reach')} value={form.values.reach}>
        <MerchantsField
          aria-label="Merchants"
          atMost={webhookLimits.merchants}
          {...form.getInputProps('merchants')}
          value={form.values.merchants}
        />
      </AllOrSomeField>
    </FormDialog>
  )
}
