import { IconBuildingStore, IconLogout, IconMapPin, IconProgress, IconTicket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { type Step, StepList } from '@quaff/platform/console/display/step-list'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { adminRole, product } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OnboardingState } from '../contract'
import { isSettingUp, stepLabels, stepScreens, stepViews } from '../rules'
import { doneDescriptions, onlyOwner, phaseMessages, reasonMessages, stepDescriptions } from './onboarding-messages'
import { PhaseNotice } from './phase-notice'
import { SupportLink } from './support-link'
import { useLeave } from './use-leave'
import { VenueGate } from './venue-gate'
import classes from './onboarding.module.css'

const DeleteVenueDialog = deferred(async () => (await import('./delete-venue-dialog')).DeleteVenueDialog)

const nothingDone = {
  steps: stepViews({ phase: 'pending_setup', done: new Set(), requested: [] }),
  locations: 0,
  activePlans: 0,
}

export function SetupGuide() {
  return (
    <VenueGate
      title="Merchant onboarding"
      preview={<SetupOverview guide={nothingDone} readOnlyReason="Choose a merchant" />}
    >
      {(state) => <VenueGuide state={state} />}
    </VenueGate>
  )
}

function VenueGuide({ state }: { state: OnboardingState }) {
  const { displayName, email, role } = useSessionUser()
  const readOnly = state.editable.length === 0
  return (
    <div className="q-stack-loose">
      {state.phase === 'pending_setup' ? (
        <SetupView
          merchantName={state.merchantName}
          personName={role === adminRole ? undefined : displayName || readableEmail(email)}
          guide={state}
          readOnlyReason={readOnly ? onlyOwner : undefined}
        />
      ) : (
        <>
          <PageHeader title={state.merchantName} description={`Application ${state.reference}`} />
          <PhaseNotice state={state} />
          <StepsPanel guide={state} readOnly={readOnly} />
        </>
      )}
      <HubFooter state={state} mayLeave={role === 'merchant_owner' && isSettingUp(state.phase)} />
    </div>
  )
}

/** Every step is saved by itself, so leaving needs nothing but the way out. */
function HubFooter({ state, mayLeave }: { state: OnboardingState; mayLeave: boolean }) {
  const leave = useLeave()
  const { merchantIds } = useSessionUser()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className={classes.foot}>
      <p className="q-secondary">
        <SupportLink lead="Questions? Contact " />
      </p>
      {mayLeave && (
        <span className={classes.buttons}>
          <span className="q-caption">Progress saved. Pick up where you left off.</span>
          {!state.temporary && merchantIds.length > 1 && (
            <Button variant="quiet" icon={IconTrash} onClick={() => setIsDeleting(true)}>
              Delete this venue…
            </Button>
          )}
          <Button icon={IconLogout} onClick={leave}>
            Save and leave
          </Button>
        </span>
      )}
      {isDeleting && <DeleteVenueDialog state={state} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}

type SetupViewProps = {
  merchantName: string
  /** Greeted by name; undefined for an administrator, who looks at the setup of someone else. */
  personName: string | undefined
  guide: GuideDetails
  /** Why this person only looks; undefined for those who set up. */
  readOnlyReason?: string
}

/** Shown while `applicationStatus` is pending_setup (spec §2). */
function SetupView({ merchantName, personName, ...overview }: SetupViewProps) {
  return (
    <>
      <PageHeader
        title={
          personName === undefined
            ? `${isolated(merchantName)} · setup`
            : `Welcome to ${product.name}, ${isolated(personName)}`
        }
        description={`5 steps until ${isolated(merchantName)} can sell passes.`}
      />
      <SetupOverview {...overview} />
    </>
  )
}

function SetupOverview({ guide, readOnlyReason }: Pick<SetupViewProps, 'guide' | 'readOnlyReason'>) {
  const profileDone = guide.steps.some(({ step, state }) => step === 'profile' && state === 'done')
  const afterProfile = profileDone ? readOnlyReason : reasonMessages.AFTER_PROFILE
  return (
    <>
      <Notice tone="warn" icon={IconProgress} title={phaseMessages.pending_setup.title}>
        {profileDone
          ? 'Your business profile is saved. Continue with the next step below.'
          : 'Start with your business profile. Locations and plans come next.'}
      </Notice>
      <div className="q-grid-3">
        <LinkCard
          icon={IconBuildingStore}
          title="Business Profile"
          text="Name, contact and address"
          to={stepScreens.profile}
          disabledReason={readOnlyReason}
        />
        <LinkCard
          icon={IconMapPin}
          title="Locations"
          text="Where passes are accepted"
          to={stepScreens.locations}
          disabledReason={afterProfile}
        />
        <LinkCard
          icon={IconTicket}
          title="Subscription Plans"
          text="What subscribers can buy"
          to={stepScreens.plans}
          disabledReason={afterProfile}
        />
      </div>
      <StepsPanel guide={guide} readOnly={readOnlyReason !== undefined} />
    </>
  )
}

function StepsPanel({ guide, readOnly }: { guide: GuideDetails; readOnly: boolean }) {
  const { steps } = guide
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel title="Setup guide" flush actions={<span className="q-caption">{countDone(steps)}</span>}>
      <ProgressBar className={classes.edge} value={done} max={steps.length} label="Steps done" />
      <StepList steps={listSteps(guide, readOnly)} />
    </Panel>
  )
}

type GuideDetails = Pick<OnboardingState, 'steps' | 'locations' | 'activePlans'>

/** The first step that waits for the owner is theirs now; the others that wait are open. */
export function listSteps({ steps, ...counts }: GuideDetails, readOnly: boolean): Step[] {
  const done = doneDescriptions(counts)
  const next = steps.find(({ state }) => state === 'you')
  return steps.map(({ step, state, reason }) => ({
    id: step,
    label: stepLabels[step],
    description: reason ? reasonMessages[reason] : (state === 'done' ? done : stepDescriptions)[step],
    to: readOnly || state === 'locked' ? undefined : stepScreens[step],
    state: state === 'you' ? youOr(!readOnly && step === next?.step) : state,
  }))
}

const youOr = (isNext: boolean) => (isNext ? 'current' : 'open')

export function countDone(steps: OnboardingState['steps']): string {
  return `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
}
