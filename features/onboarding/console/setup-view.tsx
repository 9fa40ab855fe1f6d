import { IconBuildingStore, IconMapPin, IconProgress, IconTicket } from '@tabler/icons-react'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { product } from '@quaff/platform/shared/product'
import { stepScreens } from '../rules'
import { phaseTexts, reasonTexts } from './onboarding-texts'
import type { GuideFacts } from './setup-steps'
import { StepsPanel } from './steps-panel'

type SetupViewProps = {
  merchantName: string
  /** Greeted by name; undefined for an administrator, who looks at the setup of someone else. */
  personName: string | undefined
  guide: GuideFacts
  /** Why this person only looks; undefined for those who set up. */
  readOnlyReason?: string
}

/** What is seen while `applicationStatus` is pending_setup (spec §2). */
export function SetupView({ merchantName, personName, ...overview }: SetupViewProps) {
  return (
    <>
      <PageHeader
        title={personName === undefined ? `${merchantName} · setup` : `Welcome to ${product.name}, ${personName}`}
        description={`5 steps until ${merchantName} can sell passes.`}
      />
      <SetupOverview {...overview} />
    </>
  )
}

export function SetupOverview({ guide, readOnlyReason }: Pick<SetupViewProps, 'guide' | 'readOnlyReason'>) {
  const profileDone = guide.steps.some(({ step, state }) => step === 'profile' && state === 'done')
  const afterProfile = profileDone ? readOnlyReason : reasonTexts.AFTER_PROFILE
  return (
    <>
      <Notice tone="warn" icon={IconProgress} title={phaseTexts.pending_setup.title}>
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
