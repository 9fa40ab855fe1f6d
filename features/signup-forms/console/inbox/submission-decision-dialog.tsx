import { useMutation } from '@tanstack/react-query'
import { DecisionDialog } from '@quaff/features/signup/console/review/decision-dialog-widget'
import type { Decision } from '@quaff/features/signup/console/review/review-actions-widget'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { SubmissionRecord } from '../../inbox/contract'
import { formsApi } from '../signup-forms-queries'
import { useFormsRefetch } from '../use-forms-refresh'
import { approvalWords } from './approval-words'

interface SubmissionDecisionDialogProps {
  submission: SubmissionRecord
  decision: Decision
  onClose: () => void
}

export function SubmissionDecisionDialog({ submission, decision, onClose }: SubmissionDecisionDialogProps) {
  const refetch = useFormsRefetch()
  const approve = useMutation(formsApi.approve.mutationOptions())
  const reject = useMutation(formsApi.reject.mutationOptions())
  const { businessName } = submission
  const input = { submissionId: submission.id, version: submission.version }
  return (
    <DecisionDialog
      decision={decision}
      name={businessName}
      noun="submission"
      consequence={approvalWords(submission)}
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
