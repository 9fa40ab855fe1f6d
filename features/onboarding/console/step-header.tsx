import { IconArrowLeft } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { setupSteps, type OnboardingState, type SetupStep } from '../contract'
import { isSettingUp } from '../rules'
import { RequestedHere } from './requested-mark'

type StepHeaderProps = { state: OnboardingState; step: SetupStep; title: string; description: string }

export function StepHeader({ state, step, title, description }: StepHeaderProps) {
  const place = `Step ${setupSteps.indexOf(step) + 1} of ${setupSteps.length}`
  return (
    <>
      <PageHeader
        title={title}
        description={isSettingUp(state.phase) ? `${place}. ${description}` : description}
        actions={
          state.phase === 'approved' ? (
            <ButtonLink to="/dashboard" icon={IconArrowLeft}>
              Back to dashboard
            </ButtonLink>
          ) : (
            <ButtonLink to="/merchants/onboarding" icon={IconArrowLeft}>
              Back to setup
            </ButtonLink>
          )
        }
      />
      {step !== 'live' && <RequestedHere state={state} step={step} />}
    </>
  )
}
