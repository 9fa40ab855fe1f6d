import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { textLimits } from '@quaff/platform/shared/text'
import { secondFactorAvailable, type VersionedPlatformSettings } from '../../platform/contract'
import { settingsApi } from '../settings-queries'
import { inputOf, platformChecks, platformMergeWords, valuesOf, type PlatformValues } from './platform-values'
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
    validate: platformChecks,
    onValuesChange: onTyping,
  })
  const [fault, setFault] = useState<string | null>(null)
  const update = useMutation(settingsApi.updatePlatform.mutationOptions())
  const guard = useCloseGuard(form.isDirty(), form.reset)
  const merge = useMerge({ words: platformMergeWords, base: settings, valuesOf, load, rebase: setSettings, form })
  const save = (values: PlatformValues) => {
    setFault(null)
    update.mutate(inputOf(values, settings), {
      onSuccess: (saved) => {
        notifySuccess('Platform settings saved')
        onSaved(saved)
      },
      onError: (error) => {
        const field = refusedFieldOf(error, fields)
        if (field) form.setFieldError(field, error.message)
        else if (isStale(error)) void merge.meet(error)
        else setFault(sentenceOf(error))
      },
    })
  }
  return (
    <form className={`q-stack ${classes.form}`} noValidate onSubmit={form.onSubmit(save)}>
      <MergeNotice what="page" view={merge.view} />
      {fault !== null && (
        <Notice tone="danger" announce>
          {fault}
        </Notice>
      )}
      <TextInput
        className={classes.short}
        label="Platform fee"
        description="Of every subscription charge, in percent"
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        {...form.getInputProps('feePercent')}
      />
      <TextInput
        label="Support address"
        description="Where people who need help can write to"
        type="email"
        maxLength={textLimits.email}
        {...form.getInputProps('supportAddress')}
      />
      <TextInput
        label="App Store address"
        description="Where the app is to be had. Blank while it is not there."
        type="url"
        placeholder="https://"
        maxLength={textLimits.medium}
        {...form.getInputProps('appStoreUrl')}
      />
      <TextInput
        label="Google Play address"
        description="Where the app is to be had. Blank while it is not there."
        type="url"
        placeholder="https://"
        maxLength={textLimits.medium}
        {...form.getInputProps('playStoreUrl')}
      />
      {secondFactorAvailable && (
        <Switch
          label="Require a second factor for administrators"
          description="Administrators without one must set it up before they can go on."
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
      )}
      <div className="q-row q-wrap">
        <GuardedFooter guard={guard}>
          <Button variant="primary" type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            {update.isPending ? 'Saving…' : 'Save changes'}
          </Button>
        </GuardedFooter>
      </div>
    </form>
  )
}

const fields = ['supportAddress', 'appStoreUrl', 'playStoreUrl'] as const satisfies (keyof PlatformValues)[]

function sentenceOf(error: Error): string {
  return error instanceof ORPCError && error.defined
    ? error.message
    : 'The settings could not be saved. What you typed is still here: try again.'
}
