import { Checkbox, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { MerchantsField, reachFields } from '@quaff/features/merchants/console/merchants-field-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RecentFormDialog, useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { now } from '@quaff/platform/console/clock'
import { AllOrSomeField } from '@quaff/platform/console/controls/choices'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { keyFields, keyLimits, keyScopes, type ApiKey, type KeyScope, type ShownKey } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { SecretDialog } from './key-dialogs'
import { groupsOf, scopeLabels } from './key-status-meta'
import classes from './keys.module.css'

const own = ownFieldsOf<ApiKey>()

/** The key works until the end of its last day in the platform's time zone. */
const keyForm = (timeZone: string) =>
  defineRecord<ApiKey>()({
    ...keyFields,
    scopes: own({
      label: 'Permissions',
      empty: { scopes: [] as KeyScope[] },
      read: ({ scopes }) => ({ scopes }),
      send: ({ scopes }) => scopes,
    }),
    merchantIds: reachFields,
    expiresAt: own({
      label: 'Expires',
      empty: { lastDay: '' },
      read: ({ expiresAt }) => ({ lastDay: expiresAt ? dayKeyIn(timeZone, shiftDaysIn(timeZone, expiresAt, -1)) : '' }),
      send: ({ lastDay }) => (lastDay === '' ? null : shiftDaysIn(timeZone, startOfDayKeyIn(timeZone, lastDay), 1)),
    }),
  })
type KeyForm = ReturnType<typeof keyForm>['empty']

function checkForm(values: KeyForm, timeZone: string): Record<string, string> {
  const { scopes, reach } = values
  return {
    ...keyForm(timeZone).errors(values),
    ...(scopes.length === 0 && { scopes: 'Choose at least one permission' }),
    ...(reach === 'some' &&
      scopes.includes('ingest:users') && { merchants: 'Keys that send users must cover all merchants' }),
  }
}

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const timeZone = useTimeZone()
  const record = keyForm(timeZone)
  const form = useForm<KeyForm>({
    initialValues: { ...record.empty, requestsPerMinute: String(keyLimits.defaultRequestsPerMinute) },
    validate: (values) => checkForm(values, timeZone),
  })
  const [shown, setShown] = useState<ShownKey>()
  const guard = useCloseGuard(form.isDirty() && !shown, onClose, { name: 'new-key', form })
  const change = useRecentChange({
    key: apiKeysApi.key(),
    call: () => apiKeysApi.create.call(record.input(form.values)),
    onDone: setShown,
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  return (
    <RecentFormDialog
      title="Create API key"
      size="wide"
      guard={guard}
      change={{ ...change, submit: form.onSubmit(change.submit) }}
      confirm="Confirm and create"
      onClose={onClose}
      failed="Couldn’t create the key"
      button="Create key"
    >
      <TextInput {...labelledInputProps(keyFields.name)} data-autofocus {...form.getInputProps('name')} />
      <ScopesField form={form} />
      <AllOrSomeField label="Merchants" {...form.getInputProps('reach')} value={form.values.reach}>
        <MerchantsField
          aria-label="Merchants"
          atMost={keyLimits.merchants}
          {...form.getInputProps('merchants')}
          value={form.values.merchants}
        />
      </AllOrSomeField>
      <div className={classes.twice}>
        <TextInput
          label={keyFields.requestsPerMinute.label}
          inputMode="numeric"
          required
          {...form.getInputProps('requestsPerMinute')}
        />
        <DateField
          label="Expires"
          description="Leave blank for no expiry"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={dayKeyIn(timeZone, now())}
          today={dayKeyIn(timeZone, now())}
          {...form.getInputProps('lastDay')}
        />
      </div>
    </RecentFormDialog>
  )
}

function ScopesField({ form }: { form: UseFormReturnType<KeyForm> }) {
  return (
    <Checkbox.Group label="Permissions" {...form.getInputProps('scopes')}>
      <div className={classes.groups}>
        {groupsOf(keyScopes).map(({ verb, hint, scopes }) => (
          <div key={verb} role="group" aria-label={verb} className={classes.boxes}>
            <div className="q-row">
              <span className="q-strong">{verb}</span>
              <span className="q-secondary">{hint}</span>
            </div>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={scopeLabels[scope]}
                aria-label={`${verb} ${scopeLabels[scope].toLowerCase()}`}
              />
            ))}
          </div>
        ))}
      </div>
    </Checkbox.Group>
  )
}
