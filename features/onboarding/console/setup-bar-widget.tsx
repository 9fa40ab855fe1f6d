import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { useCurrentPath } from '@quaff/platform/console/frame/app-link'
import type { OnboardingState } from '../contract'
import { isSettingUp, stepLabels, stepScreens } from '../rules'
import { RequestedHere } from './requested-mark'
import { useOnboarding } from './use-onboarding'
import classes from './onboarding.module.css'

/** "Back to setup", above the screens that are also steps of the setup; nothing where the merchant is not in setup. */
export function SetupBar() {
  const { data: state } = useOnboarding()
  const path = useCurrentPath()
  if (!state) return null
  const here = state.steps.findIndex(({ step }) => stepScreens[step] === path || path === otherScreens[step])
  const requested = <RequestedHere state={state} step={state.steps[here]?.step ?? null} />
  if (!isSettingUp(state.phase)) return requested
  const next = state.steps.find(({ state: turn }, index) => turn === 'you' && index !== here)
  return (
    <>
      <nav className={classes.bar} aria-label="Setup">
        <ButtonLink to="/merchants/onboarding" size="sm" icon={IconArrowLeft}>
          Back to setup
        </ButtonLink>
        <span className="q-secondary">{whereText(state.steps, here)}</span>
        {next && state.steps[here]?.state === 'done' && (
          <ButtonLink to={stepScreens[next.step]} size="sm" icon={IconArrowRight}>
            {`Next: ${stepLabels[next.step]}`}
          </ButtonLink>
        )}
      </nav>
      {requested}
    </>
  )
}

/** Locations also have a screen outside the setup. */
const otherScreens: Partial<Record<string, string>> = { locations: '/locations' }

function whereText(steps: OnboardingState['steps'], here: number): string {
  const step = steps[here]
  if (!step) return 'Finish setting up your venue.'
  const done = step.state === 'done' ? ' · Done' : ''
  return `Step ${here + 1} of ${steps.length}: ${stepLabels[step.step]}${done}`
}
