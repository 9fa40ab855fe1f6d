import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MerchantChooser } from '@quaff/features/merchants/console/merchant-switcher-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { type OnboardingState, setupSteps, type SetupStep } from '../contract'
import { isSettingUp } from '../rules'
import { RequestedHere } from './requested-mark'
import { useOnboarding } from './use-onboarding'

interface VenueGateProps {
  title: string
  /** Shown to an administrator above the list of merchants to choose from. */
  preview?: ReactNode
  children: (state: OnboardingState) => ReactNode
}

export function VenueGate({ title, preview, children }: VenueGateProps) {
  const { current } = useMerchantSelection()
  const state = useOnboarding()

  if (!current) return <Chooser title={title} preview={preview} />
  if (state.data) return children(state.data)
  return (
    <div className="q-stack-loose">
      <PageHeader title={title} />
      <Panel query={state} error="Couldn’t load the setup. Nothing you entered is lost." />
    </div>
  )
}

function Chooser({ title, preview }: Pick<VenueGateProps, 'title' | 'preview'>) {
  return (
    <div className="q-stack-loose">
      <PageHeader title={title} description="Owners see this page. Choose a merchant to view its setup." />
      <MerchantChooser />
      {preview}
    </div>
  )
}

type StepHeaderProps = { state: OnboardingState; step: SetupStep; title: string; description: string }

export function StepHeader({ state, step, title, description }: StepHeaderProps) {
  const place = `Step ${setupSteps.indexOf(step) + 1} of ${setupSteps.length}`
  return (
    <>
      <PageHeader
        title={title}
        description={isSettingUp(state.phase) ? `${place}. ${description}` : description}
        actions={
          state.phase !== 'approved' && (
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
