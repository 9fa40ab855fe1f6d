import { IconAlertTriangle, IconBuildingBank, IconCircleCheck, IconCircleDashed, IconKeyOff } from '@tabler/icons-react'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { BankOverview, BankRecord, BankState } from '../contract'

export function BankDetails({ overview }: { overview: BankOverview }) {
  const { bank, state, lockedReason } = overview
  const { advice, tone } = bankStateMeta[state]
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
      <KeyValue items={detailsOf(bank)} />
    </div>
  )
}

function detailsOf(bank: BankRecord) {
  return [
    { label: 'Account holder', value: bank.accountHolderName },
    { label: 'Account type', value: accountTypeLabels[bank.accountType] ?? bank.accountType },
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
          {bank.changedBy !== null && ` by ${isolated(bank.changedBy)}`}
        </>
      ),
    },
  ]
}

/** Screen readers would read the dots one by one. */
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

/** `advice` is the next step for the user; null if none is needed. */
type StateMeta = StatusMeta & { advice: string | null }

const bankStateMeta = {
  none: { tone: 'neutral', icon: IconCircleDashed, label: 'No details yet', advice: null },
  incomplete: {
    tone: 'warn',
    icon: IconAlertTriangle,
    label: 'Incomplete',
    advice: 'Something is missing. Edit the details to complete them.',
  },
  unreadable: { tone: 'danger', icon: IconKeyOff, label: 'Number needed', advice: 'Re-enter your account number.' },
  verified: { tone: 'ok', icon: IconCircleCheck, label: 'On file', advice: null },
} as const satisfies Record<BankState, StateMeta>

export const accountTypeLabels: Record<string, string> = { checking: 'Checking', savings: 'Savings' }

export const BankStatePill = ({ state }: { state: BankState }) => <MetaPill meta={bankStateMeta[state]} />

/** Shows viewers only that an account is on file (G11). */
export function OnFile({ onFile }: { onFile: boolean }) {
  if (!onFile) {
    return (
      <EmptyState
        icon={IconBuildingBank}
        title="No bank account on file yet"
        text="An owner or an administrator can add the bank details."
      />
    )
  }
  return (
    <div className="q-row">
      <Glyph icon={IconCircleCheck} />
      <span>Bank account on file</span>
    </div>
  )
}
