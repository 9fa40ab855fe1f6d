import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { platformFields, secondFactorAvailable, type VersionedPlatformSettings } from '../platform/contract'
import { PayerFields } from './payer-fields'
import { inputOf, platformFaults, platformMergeWords, valuesOf, type PlatformValues } from './platform-values'
import { settingsApi } from './settings-queries'
import classes from './platform.module.css'

interface PlatformFormProps {
  settings: VersionedPlatformSettings
  onTyping: () => void
  onSaved: (saved: VersionedPlatformSettings) => void
  load: () => Promise<VersionedPlatformSettings>
}

export function PlatformForm({ settings: opened, onTyping, onSaved, load }: PlatformFormProps) {
  const [settings, setSettings] = useState(opened)
  const form = useForm<PlatformValues>({
    initialValues: valuesOf(settings),
    validate: platformFaults,
    onValuesChange: onTyping,
  })
  const guard = useCloseGuard(form.isDirty(), form.reset, {
    name: 'platform-settings',
    form,
    fields: platformFields,
    version: settings.version,
  })
  const merge = useMerge({ words: platformMergeWords, base: settings, valuesOf, load, rebase: setSettings, form })
  const saving = useSave({
    form,
    keys: [settingsApi.public.key()],
    send: (values) => settingsApi.updatePlatform.call(inputOf(values, settings)),
    onSaved: (saved) => {
      notifySuccess('Platform settings saved')
      onSaved(saved)
    },
    meet: merge.meet,
    textOf: sentenceOf,
  })
  return (
    <form className={`q-stack ${classes.form}`} noValidate onSubmit={saving.submit}>
      <FaultNotice text={saving.problem} />
      <TextInput
        className={classes.short}
        label="Platform fee"
        description="Percentage of each subscription charge"
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        {...form.getInputProps('feePercent')}
      />
      <TextInput
        {...inputLooks(platformFields.supportAddress)}
        label="Support email"
        description="Shown in emails and on public pages"
        {...form.getInputProps('supportAddress')}
      />
      <TextInput
        {...inputLooks(platformFields.appStoreUrl)}
        label="App Store URL"
        description="Leave blank until the app is published"
        {...form.getInputProps('appStoreUrl')}
      />
      <TextInput
        {...inputLooks(platformFields.playStoreUrl)}
        label="Google Play URL"
        description="Leave blank until the app is published"
        {...form.getInputProps('playStoreUrl')}
      />
      {secondFactorAvailable && (
        <Switch
          label="Require two-factor authentication for administrators"
          description="Takes effect immediately. Administrators without it must set it up to continue."
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
      )}
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
