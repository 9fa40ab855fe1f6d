import { useCan, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { bankingPermissions } from '../permissions'
import { BankAccountPanel, BankOnFilePanel } from './bank-account-panel'
import type { BillingParts } from './billing-parts-widget'

/** `/settings/billing`, of the merchant that is chosen. */
export function BillingPage({ parts }: { parts: BillingParts }) {
  const { session } = useSession()
  const { current } = useMerchantSelection()
  if (!current) return null
  const assigned = session?.assignedMerchant
  const isTemporary = assigned?.temporary === true && assigned.id === current.id
  return (
    <>
      <PageHeader title="Billing" description={`How ${current.name} is paid.`} />
      {isTemporary ? <ProfileFirst /> : <Panels merchantId={current.id} parts={parts} />}
    </>
  )
}

function Panels({ merchantId, parts: { Summary, Statements } }: { merchantId: string; parts: BillingParts }) {
  const { allowed } = useCan(bankingPermissions, 'bank.get')
  return (
    <div className="q-cols">
      <div className="q-stack-loose">
        {allowed ? (
          <BankAccountPanel key={merchantId} merchantId={merchantId} />
        ) : (
          <BankOnFilePanel key={merchantId} merchantId={merchantId} />
        )}
        <Statements key={`statements ${merchantId}`} merchantId={merchantId} />
      </div>
      <Summary key={merchantId} merchantId={merchantId} />
    </div>
  )
}

function ProfileFirst() {
  return (
    <Notice
      tone="info"
      title="The business profile comes first"
      action={<ButtonLink to="/merchants/onboarding/business">Complete business profile</ButtonLink>}
    >
      Bank details belong to a venue. Save its profile, then add them here.
    </Notice>
  )
}
