import { IconBuildingStore, IconMapPin, IconProgress, IconTicket } from '@tabler/icons-react'
import type { MerchantOverview } from '../../contract'
import { setupGuide } from './setup-steps'
import { product } from '@quaff/platform/shared/product'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { StepList } from '@quaff/platform/console/display/steps/step-list'
import { PageHeader } from '@quaff/platform/console/frame/page-header'

type SetupViewProps = {
  merchantName: string
  personName: string
  setup: MerchantOverview['setup']
  /** Viewers, and administrators without a merchant, look only. */
  readOnly?: boolean
}

/** What is seen while `applicationStatus` is pending_setup (spec §2). */
export function SetupView({ merchantName, personName, setup, readOnly = false }: SetupViewProps) {
  const steps = setupGuide(setup, readOnly)
  const done = steps.filter((step) => step.state === 'done').length
  const profileDone = setup.some((entry) => entry.step === 'profile' && entry.done)
  const onlyOwner = readOnly ? 'Only the owner can change this' : undefined
  const afterProfile = profileDone ? onlyOwner : 'Opens after Business Profile'

  return (
    <div className="q-stack-loose">
      <PageHeader
        title={`Welcome to ${product.name}, ${personName}`}
        description={`Five steps until ${merchantName} can sell passes.`}
      />
      <Notice tone="warn" icon={IconProgress} title="Complete Your Setup">
        {profileDone
          ? 'Your business profile is saved. Continue with the next step below.'
          : 'Start with your business profile. Locations and plans open once it is saved.'}
      </Notice>
      <div className="q-grid-3">
        <LinkCard
          icon={IconBuildingStore}
          title="Business Profile"
          text="Name, contact and address"
          to="/merchants/onboarding/business"
          disabledReason={onlyOwner}
        />
        <LinkCard
          icon={IconMapPin}
          title="Locations"
          text="Where passes are accepted"
          to="/merchants/onboarding/locations"
          disabledReason={afterProfile}
        />
        <LinkCard
          icon={IconTicket}
          title="Subscription Plans"
          text="What subscribers can buy"
          to="/plans"
          disabledReason={afterProfile}
        />
      </div>
      <Panel title="Setup guide" flush actions={<span className="q-caption">{`${done} of ${steps.length} done`}</span>}>
        <StepList steps={steps} />
      </Panel>
    </div>
  )
}
