import { FaultNotice, Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import type { OnboardingState } from '../../contract'
import { onlyOwner } from '../onboarding-texts'
import { ChoiceGroup } from './choice-group'
import { useSettings } from './use-settings'

const choices = {
  live: {
    yes: {
      title: 'Open as soon as it is approved',
      text: 'Subscribers find you in the app and can buy your passes from that moment on.',
    },
    no: {
      title: 'Stay hidden after approval',
      text: 'Nobody sees you or can buy a pass until you open the venue yourself.',
    },
  },
  several: {
    yes: {
      title: 'Several locations',
      text: 'Subscribers see all your locations, and each plan says at which of them it counts.',
    },
    no: { title: 'One location', text: 'Subscribers see one address. A second location cannot be added.' },
  },
  check: {
    yes: {
      title: 'Only at the location',
      text: 'The app asks subscribers for their position and redeems a drink only close to you.',
    },
    no: {
      title: 'No position check',
      text: 'Subscribers show the pass at the counter. The app does not ask where they are.',
    },
  },
} as const

export function ChoicesSection({ state }: { state: OnboardingState }) {
  const disabled = !state.editable.includes('settings')
  // Once a reviewer has decided the wish has done its work: the venue is paused and resumed instead.
  const asksWish = state.phase !== 'approved' && state.phase !== 'suspended'
  const { settings, choose, saving, saved, error, problem, reload } = useSettings(state, asksWish)
  return (
    <Panel title="How passes work at your venue" titleExtra={<SavedText saving={saving} saved={saved} />}>
      <div className="q-stack-loose">
        {isStale(error) && <StaleNotice what="venue" error={error} onReload={() => void reload()} />}
        <FaultNotice title="The choice was not saved" text={problem} />
        {disabled && <Notice tone="neutral">{`${onlyOwner}.`}</Notice>}
        {asksWish && (
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
