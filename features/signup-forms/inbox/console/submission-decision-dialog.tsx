import { DecisionDialog } from '@quaff/features/signup/console/decision-dialog-widget'
import type { Decision } from '@quaff/features/signup/console/review-actions-widget'
import { formsApi } from '../../console/signup-forms-queries'
import type { SubmissionRecord } from '../contract'
import { approvalWords } from './approval-words'

interface SubmissionDecisionDialogProps {
  submission: SubmissionRecord
  decision: Decision
  onClose: () => void
}

export function SubmissionDecisionDialog({ submission, decision, onClose }: SubmissionDecisionDialogProps) {
  return (
    <DecisionDialog
      decision={decision}
      opened={submission}
      noun="submission"
      consequence={approvalWords(submission)}
      keys={[formsApi.key()]}
      load={({ id: submissionId }) => formsApi.submission.call({ submissionId })}
      decide={({ id: submissionId, version }, reason) =>
        decision === 'approve'
          ? formsApi.approve.call({ submissionId, version })
          : formsApi.reject.call({ submissionId, version, reason })
      }
      onClose={onClose}
    />
  )
}
