import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReviewActions, type Decision } from '@quaff/features/signup/console/review-actions-widget'
import { ReviewStatusPill } from '@quaff/features/signup/console/review-status-pill-widget'
import { Notice } from '@quaff/platform/console/display/notice'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { formsApi } from '../../console/signup-forms-queries'
import type { SubmissionRow } from '../contract'
import { AddressPill } from './address-pill'
import { AnswersView } from './answers-view'
import { SubmissionDecisionDialog } from './submission-decision-dialog'
import classes from './inbox.module.css'

export function SubmissionSheet({ id, rows, total, onOpen, onClose }: SheetOfList<SubmissionRow>) {
  const [decision, setDecision] = useState<Decision>()
  const input = { submissionId: id ?? '' }
  const record = useQuery(formsApi.submission.queryOptions({ input, enabled: id !== undefined }))
  const whole = record.data?.id === id ? record.data : undefined
  const row = whole ?? rows.find((one) => one.id === id)
  return (
    <>
      <RecordSheet
        opened={id !== undefined}
        onClose={onClose}
        title={row?.businessName ?? 'Submission'}
        noun="Submission"
        {...sheetPosition(rows, id, total, onOpen)}
        query={record}
        header={
          row && (
            <div className="q-stack">
              <b className={`q-h2 ${classes.text}`} aria-hidden>
                {row.businessName}
              </b>
              <span className="q-row q-wrap">
                <ReviewStatusPill status={row.status} />
                <span className={`q-caption ${classes.text}`}>{row.email}</span>
                <AddressPill isProved={row.isProved} />
              </span>
              {whole && <ReviewActions status={row.status} obstacle={whole.obstacle} onDecide={setDecision} />}
            </div>
          )
        }
      >
        {whole && (
          <>
            {whole.status === 'submitted' && whole.obstacle !== null && (
              <Notice tone="warn" title="This submission can’t be approved">
                {whole.obstacle}
              </Notice>
            )}
            {whole.status === 'submitted' && !whole.isProved && (
              <Notice tone="info" title="Unverified email">
                Anyone could have entered this email. Your reply still goes there.
              </Notice>
            )}
            <AnswersView key={whole.id} submission={whole} />
          </>
        )}
      </RecordSheet>
      {whole && decision && (
        <SubmissionDecisionDialog
          key={whole.id}
          submission={whole}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  )
}
