import { MultiSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { MerchantsField, reachFields } from '@quaff/features/merchants/console/merchants-field-widget'
import { RecentFormDialog, useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { AllOrSomeField } from '@quaff/platform/console/controls/choices'
import { mainLandmark } from '@quaff/platform/console/controls/popover'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { refusedField } from '@quaff/platform/shared/refusal'
import { endpointFields, webhookLimits, type Endpoint, type ShownEndpoint } from '../contract'
import { type EventType, eventTypes } from '../event-types-contract'
import { SecretDialog } from './secret-dialog'
import { hostOf } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'

type ChosenEvents = { eventTypes: EventType[]; events: 'all' | 'some' }
const allEvents: ChosenEvents = { eventTypes: [], events: 'all' }

const own = ownFieldsOf<Endpoint>()
const endpointForm = defineRecord<Endpoint>()({
  ...endpointFields,
  eventTypes: own({
    label: 'Events',
    empty: allEvents,
    read: ({ eventTypes: chosen }): ChosenEvents => ({ eventTypes: chosen ?? [], events: chosen ? 'some' : 'all' }),
    send: ({ eventTypes: chosen, events }) => (events === 'all' ? null : chosen),
    errors: ({ eventTypes: chosen, events }) =>
      events === 'some' && chosen.length === 0 ? { eventTypes: 'Choose at least one event' } : {},
  }),
  merchantIds: reachFields,
})

export function EndpointDialog({ opened, onClose }: { opened?: Endpoint; onClose: () => void }) {
  const [initialValues] = useState(() => (opened ? endpointForm.read(opened) : endpointForm.empty))
  const form = useForm({ initialValues, validate: (values) => endpointForm.errors(values) })
  const [shown, setShown] = useState<ShownEndpoint>()
  const guard = useCloseGuard(form.isDirty() && !shown, onClose, {
    name: `endpoint.${opened?.id ?? 'new'}`,
    form,
    version: opened?.version,
  })
  const change = useRecentChange({
    key: webhooksApi.key(),
    call: async () => {
      const wanted = endpointForm.input(form.values)
      if (!opened) return setShown(await webhooksApi.create.call(wanted))
      await webhooksApi.update.call({ endpointId: opened.id, version: opened.version, ...wanted })
    },
    onDone: () => {
      if (!opened) return
      notifySuccess('Endpoint saved')
      onClose()
    },
    meet: (error) => {
      const refused = refusedField(error)
      const field = refused && endpointForm.fieldOf(refused)
      if (!field || !(field in form.values)) return false
      form.setFieldError(field, errorText(error))
      form.getInputNode(field)?.focus()
      return true
    },
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  return (
    <RecentFormDialog
      title={opened ? `Edit ${hostOf(opened)}` : 'Add endpoint'}
      size="wide"
      guard={guard}
      change={{ ...change, submit: form.onSubmit(change.submit) }}
      confirm="Confirm and save"
      onClose={onClose}
      failed="Couldn’t save the endpoint"
      button={opened ? 'Save' : 'Add endpoint'}
    >
      <TextInput
        {...labelledInputProps(endpointFields.url)}
        placeholder="https://example.com/webhooks"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput {...labelledInputProps(endpointFields.description)} {...form.getInputProps('description')} />
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
    </RecentFormDialog>
  )
}
