import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { SignupRow } from '../contract'
import { DecisionDialog } from './decision-dialog-widget'
import { ReviewActions, type Decision } from './review-actions-widget'
import { ReviewStatusPill } from './review-status-pill-widget'
import { SignupDetailsView } from './signup-details-view'
import { signupApi } from './signup-queries'
import classes from './review.module.css'

export function SignupSheet({ id, rows, total, onOpen, onClose }: SheetOfList<SignupRow>) {
  const [decision, setDecision] = useState<Decision>()
  const record = useQuery(signupApi.get.queryOptions({ input: { signupId: id ?? '' }, enabled: id !== undefined }))
  const signup = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <>
      <RecordSheet
        opened={id !== undefined}
        onClose={onClose}
        title={signup?.businessName ?? 'Application'}
        noun="Application"
        {...sheetPosition(rows, id, total, onOpen)}
        query={record}
        header={
          signup && (
            <div className="q-stack">
              <b className={`q-h2 ${classes.title}`} aria-hidden>
                {signup.businessName}
              </b>
              <div>
                <ReviewStatusPill status={signup.status} />
              </div>
              <ReviewActions status={signup.status} onDecide={setDecision} />
            </div>
          )
        }
      >
        {record.data && <SignupDetailsView signup={record.data} />}
      </RecordSheet>
      {signup && decision && (
        <SignupDecision key={signup.id} signup={signup} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </>
  )
}

function SignupDecision(props: { signup: SignupRow; decision: Decision; onClose: () => void }) {
  const { signup, decision, onClose } = props
  const consequence =
    signup.kind === 'convert'
      ? `${signup.email} becomes the owner of a new merchant and gets an email.`
      : `We’ll invite ${signup.email} as the owner of a new merchant with these details.`
  return (
    <DecisionDialog<SignupRow>
      decision={decision}
      opened={signup}
      noun="application"
      consequence={consequence}
      keys={[signupApi.key()]}
      load={({ id: signupId }) => signupApi.get.call({ signupId })}
      decide={({ id: signupId, version }, reason) =>
        decision === 'approve'
          ? signupApi.approve.call({ signupId, version })
          : signupApi.reject.call({ signupId, version, reason })
      }
      onClose={onClose}
    />
  )
}
