import { IconBuildingBank } from '@tabler/icons-react'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { BankOverview, BankRecord } from '../contract'
import { accountTypeWords, bankStateLooks } from './bank-state'

export function BankDetails({ overview }: { overview: BankOverview }) {
  const { bank, state, lockedReason } = overview
  const { advice, tone } = bankStateLooks[state]
  if (!bank) {
    return (
      <EmptyState
        icon={IconBuildingBank}
        title="No bank details yet"
        text={lockedReason ?? 'Add your bank details to get paid.'}
      />
    )
  }
  return (
    <div className="q-stack">
      {advice !== null && <Notice tone={tone}>{advice}</Notice>}
      {lockedReason !== null && <Notice tone="neutral">{lockedReason}</Notice>}
      <KeyValue items={factsOf(bank)} />
    </div>
  )
}

function factsOf(bank: BankRecord) {
  return [
    { label: 'Account holder', value: bank.accountHolderName },
    { label: 'Account type', value: accountTypeWords[bank.accountType] ?? bank.accountType },
    { label: 'Routing number', value: <span className="q-num">{bank.routingNumber || '—'}</span> },
    { label: 'Account number', value: <Masked number={bank.accountNumber ?? ''} /> },
    {
      label: 'Verification',
      value: bank.verifiedAt && (
        <>
          Marked verified <DateText value={bank.verifiedAt} />
        </>
      ),
    },
    {
      label: 'Last change',
      value: (
        <>
          <DateText value={bank.updatedAt} style="datetime" />
          {bank.changedBy !== null && ` by ${bank.changedBy}`}
        </>
      ),
    },
  ]
}

/** The dots would be read out one by one. */
function Masked({ number }: { number: string }) {
  if (number === '') return '—'
  const shown = number.replaceAll('•', '')
  return (
    <span className="q-num">
      <span aria-hidden>{number}</span>
      <span className="q-hidden">{shown === '' ? 'on file' : `ending in ${[...shown].join(' ')}`}</span>
    </span>
  )
}
