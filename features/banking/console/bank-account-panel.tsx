import { Panel } from '@quaff/platform/console/display/panel'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { BankDetails } from './bank-details-section'
import { BankStatePill } from './bank-state-pill'
import { EditBankButton } from './edit-bank-button'
import { OnFile } from './on-file-section'
import { useBankOnFile, useBankOverview } from './use-bank-overview'

const title = 'Bank account'
const failed = 'The bank account could not be loaded.'
const lines = 6

export function BankAccountPanel({ merchantId }: { merchantId: string }) {
  const { data, isPending, isError, refetch } = useBankOverview(merchantId)
  return (
    <Panel
      title={title}
      titleExtra={data && <BankStatePill state={data.state} />}
      actions={data && <EditBankButton merchantId={merchantId} overview={data} />}
      loading={isPending}
      skeleton={<SkeletonText lines={lines} />}
      error={isError && !data ? failed : undefined}
      onRetry={() => void refetch()}
    >
      {data && <BankDetails overview={data} />}
    </Panel>
  )
}

export function BankOnFilePanel({ merchantId }: { merchantId: string }) {
  const { data, isPending, isError, refetch } = useBankOnFile(merchantId)
  return (
    <Panel
      title={title}
      actions={<EditBankButton merchantId={merchantId} />}
      loading={isPending}
      error={isError && !data ? failed : undefined}
      onRetry={() => void refetch()}
    >
      {data && <OnFile onFile={data.onFile} />}
    </Panel>
  )
}
