import { Panel } from '@quaff/platform/console/display/panel'
import { BankDetails } from './bank-details-section'
import { BankStatePill } from './bank-state-pill'
import { EditBankButton } from './edit-bank-button'
import { OnFile } from './on-file-section'
import { useBankOnFile, useBankOverview } from './use-bank-overview'

const title = 'Bank account'
const failed = 'Couldn’t load bank details'

export function BankAccountPanel({ merchantId }: { merchantId: string }) {
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

export function BankOnFilePanel({ merchantId }: { merchantId: string }) {
  const query = useBankOnFile(merchantId)
  return (
    <Panel title={title} actions={<EditBankButton merchantId={merchantId} />} query={query} error={failed}>
      {query.data && <OnFile onFile={query.data.onFile} />}
    </Panel>
  )
}
