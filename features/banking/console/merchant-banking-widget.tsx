import { useCan } from '@quaff/features/sessions/console/session-widget'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { bankingPermissions } from '../permissions'
import { BankDetails, BankStatePill, OnFile } from './bank-details-section'
import { useBankOnFile, useBankOverview } from './banking-queries'
import { EditBankButton } from './edit-bank-button'

const what = 'bank details'

export function MerchantBanking({ merchantId }: { merchantId: string }) {
  const { allowed } = useCan(bankingPermissions, 'bank.get')
  return allowed ? <BankingOverview merchantId={merchantId} /> : <BankingOnFile merchantId={merchantId} />
}

function BankingOverview({ merchantId }: { merchantId: string }) {
  const query = useBankOverview(merchantId)
  const { data } = query
  if (!data) return <ReadingState query={query} lines={6} what={what} />
  return (
    <section className="q-stack" aria-label="Bank account">
      <div className="q-row">
        <BankStatePill state={data.state} />
        <span className="q-end">
          <EditBankButton merchantId={merchantId} overview={data} />
        </span>
      </div>
      <BankDetails overview={data} />
    </section>
  )
}

function BankingOnFile({ merchantId }: { merchantId: string }) {
  const query = useBankOnFile(merchantId)
  if (!query.data) return <ReadingState query={query} lines={2} what={what} />
  return (
    <section className="q-stack" aria-label="Bank account">
      <OnFile onFile={query.data.onFile} />
      <div className="q-row">
        <EditBankButton merchantId={merchantId} />
      </div>
    </section>
  )
}
