import type { Step } from '@quaff/platform/console/display/steps/step-list'
import type { OnboardingState } from '../contract'
import { stepLabels, stepScreens } from '../rules'
import { doneDescriptions, reasonTexts, stepDescriptions } from './onboarding-texts'

export type GuideFacts = Pick<OnboardingState, 'steps' | 'locations' | 'activePlans'>

/** The first step that waits for the owner is theirs now; the others that wait are open. */
export function listSteps({ steps, ...counts }: GuideFacts, readOnly: boolean): Step[] {
  const done = doneDescriptions(counts)
  const next = steps.find(({ state }) => state === 'you')
  return steps.map(({ step, state, reason }) => ({
    id: step,
    label: stepLabels[step],
    description: reason ? reasonTexts[reason] : (state === 'done' ? done : stepDescriptions)[step],
    to: readOnly || state === 'locked' ? undefined : stepScreens[step],
    state: state === 'you' ? youOr(step === next?.step) : state,
  }))
}

const youOr = (isNext: boolean) => (isNext ? 'current' : 'open')

export function countDone(steps: OnboardingState['steps']): string {
  return `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
}
