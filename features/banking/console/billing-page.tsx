import { useCan, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { bankingPermissions } from '../permissions'
import { BankAccountPanel, BankOnFilePanel } from './bank-account-panel'
import type { BillingParts } from './billing-parts-widget'

/** `/settings/billing`, of the merchant that is chosen. */
export function BillingPage({ parts }: { parts: BillingParts }) {
  const { current } = useMerchantSelection()
  if (!current) return null
  return (
    <>
      <PageHeader title="Billing" description="Bank account and payouts" />
      <Panels merchantId={current.id} parts={parts} />
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
