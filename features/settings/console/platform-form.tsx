import { Select, Switch, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { normalizedInput, inputProps } from '@quaff/platform/console/forms/field-inputs'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { type MergeLabels, useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorsOf, siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import {
  payerFields,
  platformFields,
  type PlatformSettings,
  secondFactorAvailable,
  type UpdatePlatformInput,
  type VersionedPlatformSettings,
} from '../platform-contract'
import { feePercentText, readFeePercent } from '../platform-rules'
import { settingsApi } from './settings-queries'
import classes from './settings.module.css'

interface PlatformFormProps {
  settings: VersionedPlatformSettings
  onTyping: () => void
  onSaved: (saved: VersionedPlatformSettings) => void
  load: () => Promise<VersionedPlatformSettings>
}

export function PlatformForm({ settings: opened, onTyping, onSaved, load }: PlatformFormProps) {
  const [settings, setSettings] = useState(opened)
  const form = useForm<PlatformValues>({
    initialValues: toFormValues(settings),
    validate: platformErrors,
    onValuesChange: onTyping,
  })
  const guard = useCloseGuard(form.isDirty(), form.reset, {
    name: 'platform-settings',
    form,
    fields: platformFields,
    version: settings.version,
  })
  const merge = useMerge({ labels: platformMergeLabels, base: settings, toFormValues, load, rebase: setSettings, form })
  const saving = useSave({
    form,
    keys: [settingsApi.public.key()],
    send: (values) => settingsApi.updatePlatform.call(toInput(values, settings)),
    onSaved: (saved) => {
      notifySuccess('Platform settings saved')
      onSaved(saved)
    },
    meet: merge.meet,
    textOf: sentenceOf,
  })
  return (
    <form className={`q-stack ${classes.form}`} noValidate onSubmit={saving.submit}>
      <ErrorNotice text={saving.problem} />
      <TextInput
        className={classes.short}
        label="Platform fee"
        description="Percentage of each subscription charge"
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        {...form.getInputProps('feePercent')}
      />
      <TextInput
        {...inputProps(platformFields.supportAddress)}
        label="Support email"
        description="Shown in emails and on public pages"
        {...form.getInputProps('supportAddress')}
      />
      <TextInput
        {...inputProps(platformFields.appStoreUrl)}
        label="App Store URL"
        description="Leave blank until the app is published"
        {...form.getInputProps('appStoreUrl')}
      />
      <TextInput
        {...inputProps(platformFields.playStoreUrl)}
        label="Google Play URL"
        description="Leave blank until the app is published"
        {...form.getInputProps('playStoreUrl')}
      />
      <Select
        className={classes.short}
        label={platformMergeLabels.labels.defaultCurrency}
        description="For the first price of a merchant, USD if blank. Existing prices keep their currency."
        placeholder="USD"
        searchable
        clearable
        data={currencyCodes.map((code) => ({ value: code, label: code.toUpperCase() }))}
        {...form.getInputProps('defaultCurrency')}
      />
      <p className="q-caption">
        Time zone: {settings.timeZone}. Set PLATFORM_TIME_ZONE and restart to change it. After the first merchant, also
        run npm run aggregates -- --rebuild: days and months are then counted again.
      </p>
      {secondFactorAvailable && (
        <Switch
          label="Require two-factor authentication for administrators"
          description="Takes effect immediately. Administrators without it must set it up to continue."
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
      )}
      <Switch
        label={platformMergeLabels.labels.showFirstSteps}
        description="On the dashboard of administrators, until every step is done"
        {...form.getInputProps('showFirstSteps', { type: 'checkbox' })}
      />
      <PayerFields form={form} />
      <div className="q-row q-wrap">
        <GuardedFooter guard={guard}>
          <Button variant="primary" type="submit" loading={saving.busy} disabled={!form.isDirty()}>
            {saving.busy ? 'Saving…' : 'Save changes'}
          </Button>
        </GuardedFooter>
      </div>
      <MergeNotice what="page" view={merge.view} belowButtons />
    </form>
  )
}

function sentenceOf(error: unknown): string {
  return error instanceof ORPCError && error.defined
    ? error.message
    : 'Couldn’t save the settings. Your changes are still here. Try again.'
}

const bankFields = [
  ['payerBic', 'For SEPA files. Optional.'],
  ['achBankRouting', 'For ACH files. Nine digits.'],
  ['achCompanyId', 'For ACH files. Assigned by your bank.'],
  ['achOriginId', 'For ACH files. Defaults to the company ID.'],
] as const

function PayerFields({ form }: { form: UseFormReturnType<PlatformValues> }) {
  return (
    <>
      <h3 className="q-h3">Bank files</h3>
      <TextInput
        {...inputProps(payerFields.payerName)}
        label={platformMergeLabels.labels.payerName}
        description="Your company’s name in ACH and SEPA files"
        {...form.getInputProps('payerName')}
      />
      {bankFields.map(([name, description]) => (
        <TextInput
          key={name}
          {...inputProps(payerFields[name])}
          className={classes.short}
          label={platformMergeLabels.labels[name]}
          description={description}
          {...form.getInputProps(name)}
          maxLength={40}
          {...normalizedInput({
            value: form.values[name],
            normalize: payerFields[name].read,
            onChange: (text) => form.setFieldValue(name, text),
          })}
        />
      ))}
    </>
  )
}

interface PlatformValues {
  feePercent: string
  supportAddress: string
  appStoreUrl: string
  playStoreUrl: string
  requireSecondFactor: boolean
  payerName: string
  payerBic: string
  achBankRouting: string
  achCompanyId: string
  achOriginId: string
  defaultCurrency: string | null
  showFirstSteps: boolean
}

function toFormValues(settings: PlatformSettings): PlatformValues {
  return {
    feePercent: feePercentText(settings.platformFeeBasisPoints),
    supportAddress: readableEmail(settings.supportAddress ?? ''),
    appStoreUrl: settings.appStoreUrl ?? '',
    playStoreUrl: settings.playStoreUrl ?? '',
    requireSecondFactor: settings.requireSecondFactor,
    payerName: settings.payerName ?? '',
    payerBic: settings.payerBic ?? '',
    achBankRouting: settings.achBankRouting ?? '',
    achCompanyId: settings.achCompanyId ?? '',
    achOriginId: settings.achOriginId ?? '',
    defaultCurrency: settings.defaultCurrency,
    showFirstSteps: settings.showFirstSteps,
  }
}

const platformMergeLabels: MergeLabels<PlatformValues> = {
  labels: {
    feePercent: 'Platform fee',
    supportAddress: 'Support email',
    appStoreUrl: 'App Store URL',
    playStoreUrl: 'Google Play URL',
    requireSecondFactor: 'Require two-factor authentication for administrators',
    payerName: 'Company name',
    payerBic: 'Your bank’s BIC',
    achBankRouting: 'Your bank’s routing number',
    achCompanyId: 'ACH company ID',
    achOriginId: 'ACH immediate origin',
    defaultCurrency: 'Default currency',
    showFirstSteps: 'Show the setup checklist',
  },
  show: { 'Platform fee': ({ feePercent }) => `${feePercent}%` },
}

const platformErrors = ({ feePercent, ...values }: PlatformValues) => ({
  ...(readFeePercent(feePercent) === null && { feePercent: 'Enter a percentage between 0 and 100.' }),
  ...errorsOf(platformFields, values),
})

/** After the checks: the fee can be read. */
function toInput(values: PlatformValues, { version }: VersionedPlatformSettings): UpdatePlatformInput {
  return {
    version,
    platformFeeBasisPoints: readFeePercent(values.feePercent) ?? 0,
    supportAddress: values.supportAddress.trim() || null,
    appStoreUrl: siteAddress(values.appStoreUrl) || null,
    playStoreUrl: siteAddress(values.playStoreUrl) || null,
    payerName: platformFields.payerName.read(values.payerName) || null,
    payerBic: platformFields.payerBic.read(values.payerBic) || null,
    achBankRouting: platformFields.achBankRouting.read(values.achBankRouting) || null,
    achCompanyId: platformFields.achCompanyId.read(values.achCompanyId) || null,
    achOriginId: platformFields.achOriginId.read(values.achOriginId) || null,
    defaultCurrency: values.defaultCurrency,
    showFirstSteps: values.showFirstSteps,
    ...(secondFactorAvailable ? { requireSecondFactor: values.requireSecondFactor } : {}),
  }
}
