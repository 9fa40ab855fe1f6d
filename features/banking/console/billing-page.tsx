import type { ComponentType } from 'react'
import { useCan, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { bankingPermissions } from '../permissions'
import { BankDetails, BankStatePill, OnFile } from './bank-details-section'
import { useBankOnFile, useBankOverview } from './banking-queries'
import { EditBankButton } from './edit-bank-button'

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

const title = 'Bank account'
const failed = 'Couldn’t load bank details'

function BankAccountPanel({ merchantId }: { merchantId: string }) {
  const query = useBankOverview(merchantId)
  const { data } = query
  return (
    <Panel
      title={title}
      titleExtra={data && <BankStatePill state={data.state} />}
      actions={data && <EditBankButton merchantId={merchantId} overview={data} />}
      query={query}
      lines={6}
      error={failed}
    >
      {data && <BankDetails overview={data} />}
    </Panel>
  )
}

function BankOnFilePanel({ merchantId }: { merchantId: string }) {
  const query = useBankOnFile(merchantId)
  return (
    <Panel title={title} actions={<EditBankButton merchantId={merchantId} />} query={query} error={failed}>
      {query.data && <OnFile onFile={query.data.onFile} />}
    </Panel>
  )
}

/** Parts of payouts in Billing, provided by the app because banking does not know payouts. */
export interface BillingParts {
  Summary: ComponentType<{ merchantId: string }>
  Statements: ComponentType<{ merchantId: string }>
}
