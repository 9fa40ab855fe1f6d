import { useMutation } from '@tanstack/react-query'
import type { SubmissionRow } from '../../inbox/contract'
import { formsApi } from '../signup-forms-queries'
import { useFormsRefetch } from '../use-forms-refresh'
import { DecisionDialog } from '@quaff/features/signup/console/review/decision-dialog-widget'
import type { Decision } from '@quaff/features/signup/console/review/review-actions-widget'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

interface SubmissionDecisionDialogProps {
  submission: SubmissionRow
  decision: Decision
  onClose: () => void
}

export function SubmissionDecisionDialog({ submission, decision, onClose }: SubmissionDecisionDialogProps) {
  const refetch = useFormsRefetch()
  const approve = useMutation(formsApi.approve.mutationOptions())
  const reject = useMutation(formsApi.reject.mutationOptions())
  const { businessName, email } = submission
  const input = { submissionId: submission.id, version: submission.version }
  return (
    <DecisionDialog
      decision={decision}
      name={businessName}
      noun="submission"
      consequence={`${email} is invited as the owner of a new venue, with an application filled in from the answers.`}
      decide={(reason) =>
        decision === 'approve' ? approve.mutateAsync(input) : reject.mutateAsync({ ...input, reason })
      }
      onReload={() => void refetch()}
      onDone={() => {
        void refetch()
        notifySuccess(decision === 'approve' ? 'Submission approved' : 'Submission rejected', businessName)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
