import { errorText } from '@quaff/platform/console/forms/error-text'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { rejectionField } from '../../contract'
import type { Decision } from './review-actions-widget'

interface DecisionDialogProps {
  decision: Decision
  /** Of the business that asks. */
  name: string
  /** "application", "submission" */
  noun: string
  /** What approving does; rejecting mails the reason. */
  consequence: string
  /** The reason is empty when approving. */
  decide: (reason: string) => Promise<unknown>
  /** Reads the record anew after somebody else was faster. */
  onReload: () => void
  onDone: () => void
  onClose: () => void
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, name, noun, consequence, decide, onReload, onDone, onClose } = props
  const isRejection = decision === 'reject'
  const reason = useTyped(rejectionField)
  const verb = useVerb({
    what: noun,
    opened: undefined,
    load: async () => onReload(),
    refetch: async () => {},
    textOf: (error) => errorText(error),
  })
  const send = async () => {
    const typed = isRejection ? reason.read() : ''
    if (typed !== undefined && (await verb.run(() => decide(typed)))) onDone()
  }
  return (
    <VerbDialog
      verb={verb}
      title={`${isRejection ? 'Reject' : 'Approve'} ${name}?`}
      description={isRejection ? 'They read the reason in their mail.' : consequence}
      failed={`The ${noun} was not ${isRejection ? 'rejected' : 'approved'}`}
      button={isRejection ? 'Reject' : 'Approve'}
      danger={isRejection}
      dirty={reason.isDirty}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {isRejection && <ReasonField typed={reason} />}
    </VerbDialog>
  )
}
