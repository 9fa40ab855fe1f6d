import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { ErrorNotice, Notice, Panel } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { OnboardingState, SaveSettingsInput } from '../contract'
import { onlyOwner } from './onboarding-messages'
import { onboardingApi } from './onboarding-queries'
import classes from './onboarding.module.css'

const choices = {
  live: {
    yes: { title: 'Start selling when approved', text: 'Customers can find you in the app and buy passes.' },
    no: { title: 'Stay paused after approval', text: 'Customers can’t see you or buy passes until you resume sales.' },
  },
  several: {
    yes: { title: 'Several locations', text: 'Customers see all locations. You choose where each plan works.' },
    no: { title: 'One location', text: 'Customers see one address. You can’t add a second location.' },
  },
  check: {
    yes: { title: 'On site only', text: 'Customers must be at your location to redeem.' },
    no: { title: 'Anywhere', text: 'Customers show their pass. The app doesn’t check where they are.' },
  },
} as const

export function ChoicesSection({ state }: { state: OnboardingState }) {
  const disabled = !state.editable.includes('settings')
  // Once a reviewer has decided the wish has done its work: the venue is paused and resumed instead.
  const showsWish = state.phase !== 'approved' && state.phase !== 'suspended'
  const { settings, choose, saving, saved, error, problem, reload } = useSettings(state, showsWish)
  return (
    <Panel title="How passes work at your venue" titleExtra={<SavedText saving={saving} saved={saved} />}>
      <div className="q-stack-loose">
        {isStale(error) && <StaleNotice what="venue" error={error} onReload={() => void reload()} />}
        <ErrorNotice title="Couldn’t save your choice" text={problem} />
        {disabled && <Notice tone="neutral">{`${onlyOwner}.`}</Notice>}
        {showsWish && (
          <ChoiceGroup
            name="isLive"
            legend="When do you open?"
            {...choices.live}
            value={settings.isLive}
            disabled={disabled}
            onChoose={(isLive) => choose({ isLive })}
          />
        )}
        <ChoiceGroup
          name="allowMultipleLocations"
          legend="How many locations do you have?"
          {...choices.several}
          value={settings.allowMultipleLocations}
          disabled={disabled}
          onChoose={(allowMultipleLocations) => choose({ allowMultipleLocations })}
        />
        <ChoiceGroup
          name="requireLocationCheck"
          legend="Where can a pass be redeemed?"
          {...choices.check}
          value={settings.requireLocationCheck}
          disabled={disabled}
          onChoose={(requireLocationCheck) => choose({ requireLocationCheck })}
        />
      </div>
    </Panel>
  )
}

function SavedText({ saving, saved }: { saving: boolean; saved: boolean }) {
  const afterwards = saved ? 'Saved' : ''
  return (
    <span className="q-caption" role="status">
      {saving ? 'Saving…' : afterwards}
    </span>
  )
}

interface ChoiceGroupProps {
  name: string
  legend: string
  value: boolean
  /** Each with what it means for the people who hold a pass. */
  yes: { title: string; text: string }
  no: { title: string; text: string }
  disabled: boolean
  onChoose: (value: boolean) => void
}

function ChoiceGroup({ name, legend, value, yes, no, disabled, onChoose }: ChoiceGroupProps) {
  const shared = { name, onSelect: (chosen: string) => onChoose(chosen === 'yes') }
  return (
    <fieldset disabled={disabled}>
      <legend className="q-h3">{legend}</legend>
      <div className={classes.choices}>
        <ChoiceCard {...shared} value="yes" checked={value} title={yes.title} description={yes.text} />
        <ChoiceCard {...shared} value="no" checked={!value} title={no.title} description={no.text} />
      </div>
    </fieldset>
  )
}

type Settings = SaveSettingsInput['settings']

/**
 * Saves each choice immediately, in order. After a conflict the choice is applied again, because two editors of one
 * switch want the same.
 */
function useSettings(state: OnboardingState, withWish: boolean) {
  const client = useQueryClient()
  const reread = useRefetch(onboardingApi.state.key())
  const [outcome, setOutcome] = useState<{ saved?: true; error?: unknown }>({})
  const save = async ({ merchantId, version, settings }: OnboardingState, change: Partial<Settings>) => {
    const { isLive, ...rest } = { ...settings, ...change }
    const input = { merchantId, version: version ?? 0, settings: withWish ? { ...rest, isLive } : rest }
    await onboardingApi.saveSettings.call(input)
    return {}
  }
  const write = useWrite<OnboardingState, Partial<Settings>>({
    call: (known, change) =>
      save(known, change).catch(async (error: unknown) => {
        if (!isStale(error)) throw error
        const input = { merchantId: known.merchantId }
        return save(await client.fetchQuery({ ...onboardingApi.state.queryOptions({ input }), staleTime: 0 }), change)
      }),
    keys: [onboardingApi.state.key()],
    idOf: ({ merchantId }) => merchantId,
    next: (change, { settings }) => ({ settings: { ...settings, ...change } }),
    failed: (error) => setOutcome({ error }),
    done: () => {
      setOutcome({ saved: true })
      return undefined
    },
  })
  const { saved = false, error } = outcome
  return {
    settings: state.settings,
    choose: (change: Partial<Settings>) => {
      setOutcome({})
      write.run(state, change)
    },
    saving: write.isPending,
    saved,
    error,
    problem: error !== undefined && !isStale(error) ? errorText(error) : undefined,
    reload: async () => {
      setOutcome({})
      await reread()
    },
  }
}
