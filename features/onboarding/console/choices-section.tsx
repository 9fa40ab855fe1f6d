import { FaultNotice, Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import type { OnboardingState } from '../contract'
import { ChoiceGroup } from './choice-group'
import { onlyOwner } from './onboarding-texts'
import { useSettings } from './use-settings'

const choices = {
  live: {
    yes: { title: 'Go live when approved', text: 'Customers can find you in the app and buy passes.' },
    no: { title: 'Stay hidden after approval', text: 'Customers can’t see you or buy passes until you go live.' },
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
  const asksWish = state.phase !== 'approved' && state.phase !== 'suspended'
  const { settings, choose, saving, saved, error, problem, reload } = useSettings(state, asksWish)
  return (
    <Panel title="How passes work at your venue" titleExtra={<SavedText saving={saving} saved={saved} />}>
      <div className="q-stack-loose">
        {isStale(error) && <StaleNotice what="venue" error={error} onReload={() => void reload()} />}
        <FaultNotice title="Couldn’t save your choice" text={problem} />
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
