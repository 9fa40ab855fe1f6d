import type { QueryKey } from '@tanstack/react-query'
import { ReasonField } from '@quaff/platform/console/forms/field-inputs'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { sentenceCase, isolated } from '@quaff/platform/shared/readable-text'
import { rejectionField } from '../contract'
import type { Decision } from './review-actions-widget'

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
