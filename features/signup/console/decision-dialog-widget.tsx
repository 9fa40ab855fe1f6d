import { IconCheck, IconX, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import { ReasonField, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { sentenceCase, isolated } from '@quaff/platform/shared/readable-text'
import { rejectionField, type SignupStatus } from '../contract'

type Asking = { id: string; businessName: string; version: number }

interface DecisionDialogProps<Row extends Asking> {
  decision: Decision
  opened: Row
  /** "application", "submission" */
  noun: string
  /** The effect of approving. Rejecting emails the reason. */
  consequence: string
  keys: readonly QueryKey[]
  load: (row: Row) => Promise<Row>
  /** The reason is empty when approving. */
  decide: (row: Row, reason: string) => Promise<object>
  onClose: () => void
}

const doneLabels = { approve: 'approved', reject: 'rejected' } as const satisfies Record<Decision, string>

export function DecisionDialog<Row extends Asking>(props: DecisionDialogProps<Row>) {
  const { decision, opened, noun, consequence, keys, load, decide, onClose } = props
  const isRejection = decision === 'reject'
  const verb = useVerb<Row>({ what: noun, opened, keys, load })
  const reason = useTyped(rejectionField)
  const done = doneLabels[decision]
  return (
    <VerbDialog
      verb={verb}
      title={`${isRejection ? 'Reject' : 'Approve'} ${isolated(opened.businessName)}?`}
      description={isRejection ? 'We’ll include the reason in the email.' : consequence}
      button={isRejection ? 'Reject' : 'Approve'}
      danger={isRejection}
      fields={{ reason }}
      failed={`Couldn’t ${decision} the ${noun}`}
      check={() => !isRejection || reason.check()}
      call={(row) => decide(row, reason.text)}
      onDone={() => {
        notifySuccess(`${sentenceCase(noun)} ${done}`, opened.businessName)
        onClose()
      }}
      onClose={onClose}
    >
      {isRejection && <ReasonField typed={reason} />}
    </VerbDialog>
  )
}

export type Decision = 'approve' | 'reject'

interface ReviewActionsProps {
  status: SignupStatus
  /** Why a pending one cannot be approved. */
  obstacle?: string | null
  onDecide: (decision: Decision) => void
}

const actions = [
  { decision: 'approve', key: 'a', label: 'Approve', icon: IconCheck, variant: 'primary' },
  { decision: 'reject', key: 'r', label: 'Reject', icon: IconX, variant: 'default' },
] as const

/** Buttons in a sheet's header, with shortcuts A and R. Disabled ones show the reason. */
export function ReviewActions({ status, obstacle = null, onDecide }: ReviewActionsProps) {
  const answered = status === 'submitted' ? undefined : `Already ${reviewStatusMeta[status].label.toLowerCase()}`
  const reasons = { approve: answered ?? obstacle ?? undefined, reject: answered }
  useShortcuts(
    actions
      .filter(({ decision }) => reasons[decision] === undefined)
      .map(({ decision, key, label }) => ({ keys: key, label, section: 'Record', run: () => onDecide(decision) })),
    'overlay',
  )
  return (
    <div className="q-row q-wrap">
      {actions.map(({ decision, key, label, icon, variant }) => (
        <PermissionButton
          key={decision}
          size="sm"
          icon={icon}
          shortcut={key.toUpperCase()}
          variant={variant}
          disabledReason={reasons[decision]}
          onClick={() => onDecide(decision)}
        >
          {label}
        </PermissionButton>
      ))}
    </div>
  )
}

/** Used by submissions from outside that are decided once. */
export const reviewStatusMeta = {
  submitted: { label: 'Waiting', tone: 'warn', icon: IconHourglass },
  approved: { label: 'Approved', tone: 'ok', icon: IconCircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<SignupStatus, StatusMeta>

export const ReviewStatusPill = ({ status }: { status: SignupStatus }) => <MetaPill meta={reviewStatusMeta[status]} />

type Reviewed = { businessName: string; email: string; status: SignupStatus; affiliateCode: string | null }

/** Columns of applications and submissions; `facts` come before the code, `sent` is the last. */
export const reviewColumns = <Row extends Reviewed>(
  facts: Column<Row>[],
  sent: Pick<Column<Row>, 'id' | 'header'> & { at: (row: Row) => Date },
  timeZone: string,
): Column<Row>[] => [
  {
    id: 'business',
    header: 'Business',
    card: 'title',
    cell: ({ businessName, email }) => (
      <TitleCell title={businessName} caption={readableEmail(email)} mark={<InitialsMark name={businessName} />} />
    ),
  },
  { id: 'status', header: 'Status', card: 'status', cell: ({ status }) => <ReviewStatusPill status={status} /> },
  ...facts,
  { id: 'code', header: 'Affiliate code', card: 'hide', cell: ({ affiliateCode }) => affiliateCode ?? '—' },
  {
    id: sent.id,
    header: sent.header,
    card: 'fact',
    cell: (row) => <RelativeTime value={sent.at(row)} timeZone={timeZone} />,
  },
]
