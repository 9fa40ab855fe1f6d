import { Checkbox, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { MerchantsField, type PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useRecentChange } from '@quaff/features/sign-in/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { now } from '@quaff/platform/console/clock'
import { AllOrSomeField } from '@quaff/platform/console/controls/choices'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { type CreateKeyInput, keyFields, keyLimits, type KeyScope, keyScopes, type ShownKey } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { groupsOf, scopeLabels } from './key-looks'
import { SecretDialog } from './secret-dialog'
import classes from './keys.module.css'

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const timeZone = useTimeZone()
  const form = useForm<KeyForm>({ initialValues: emptyForm, validate: checkForm })
  const [shown, setShown] = useState<ShownKey>()
  const guard = useCloseGuard(form.isDirty() && !shown, onClose, { name: 'new-key', form })
  const change = useRecentChange({
    key: apiKeysApi.key(),
    call: () => apiKeysApi.create.call(inputOf(form.values, timeZone)),
    onDone: setShown,
  })
  if (shown) return <SecretDialog shown={shown} onClose={onClose} />
  if (change.gate.asking)
    return <ConfirmIdentityDialog gate={change.gate} action="Confirm and create" onClose={onClose} />
  return (
    <FormDialog
      title="Create API key"
      size="wide"
      guard={guard}
      saving={{ ...change, submit: form.onSubmit(change.submit) }}
      failed="Couldn’t create the key"
      button="Create key"
    >
      <TextInput
        {...inputLooks(keyFields.name)}
        label="Name"
        description="For example, “App server”"
        data-autofocus
        {...form.getInputProps('name')}
      />
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
          label="Requests per minute"
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
    </FormDialog>
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

type KeyForm = {
  name: string
  scopes: KeyScope[]
  reach: 'all' | 'some'
  merchants: PickedMerchant[]
  requestsPerMinute: string
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
}

const emptyForm: KeyForm = {
  name: '',
  scopes: [],
  reach: 'all',
  merchants: [],
  requestsPerMinute: String(keyLimits.defaultRequestsPerMinute),
  lastDay: '',
}

function checkForm({ name, scopes, reach, merchants, requestsPerMinute }: KeyForm) {
  return {
    ...faultsOf(keyFields, { name, requestsPerMinute }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one permission' }),
    ...(reach === 'some' && merchants.length === 0 && { merchants: 'Choose at least one merchant' }),
    ...(reach === 'some' &&
      scopes.includes('ingest:users') && { merchants: 'Keys that send users must cover all merchants' }),
  }
}

/** The key works to the end of its last day, by the platform's calendar. */
function inputOf(form: KeyForm, timeZone: string): CreateKeyInput {
  const { name, scopes, reach, merchants, requestsPerMinute, lastDay } = form
  return {
    name: name.trim(),
    scopes,
    merchantIds: reach === 'all' ? null : merchants.map(({ id }) => id),
    requestsPerMinute: Number(requestsPerMinute),
    expiresAt: lastDay === '' ? null : shiftDaysIn(timeZone, startOfDayKeyIn(timeZone, lastDay), 1),
  }
}
