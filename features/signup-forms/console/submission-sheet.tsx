import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import {
  DecisionDialog,
  type Decision,
  ReviewActions,
  ReviewStatusPill,
} from '@quaff/features/signup/console/decision-dialog-widget'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, StatusPill } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { ApprovalWay, SubmissionRecord, SubmissionRow } from '../contract'
import type { FormField } from '../fields-contract'
import { shownFields } from '../fields-rules'
import { formsApi } from './signup-forms-queries'
import classes from './signup-forms.module.css'

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
                <span className={`q-caption ${classes.text}`}>{readableEmail(row.email)}</span>
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

function AnswersView({ submission }: { submission: SubmissionRecord }) {
  const timeZone = useTimeZone()
  const { fields, answers, userId, rejectionReason, reviewedAt } = submission
  const shown = new Set(shownFields(fields, answers).map(({ id }) => id))
  return (
    <div className="q-stack-loose">
      {rejectionReason !== null && (
        <section className="q-stack-tight" aria-label="Reason for rejection">
          <h3 className="q-h3">Reason for rejection</h3>
          <p className={classes.text}>{rejectionReason}</p>
        </section>
      )}
      <section className="q-stack-tight" aria-label="Answers">
        <h3 className="q-h3">Answers</h3>
        <dl className={classes.answers}>
          {fields.map((field) => (
            <div key={field.id}>
              <dt className={classes.text}>{field.label}</dt>
              <dd className={classes.text}>
                <Answer field={field} submission={submission} isShown={shown.has(field.id)} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="q-stack-tight" aria-label="Submission">
        <h3 className="q-h3">Submission</h3>
        <KeyValue
          items={[
            { label: 'Reference', value: submission.reference },
            {
              label: 'Form',
              value: (
                <AppLink className="q-link" to={`/merchant-signup-forms?id=${submission.formId}&view=versions`}>
                  {isolated(submission.formName)}, version {submission.formVersion}
                </AppLink>
              ),
            },
            {
              label: 'Submitted',
              value: <DateText value={submission.submittedAt} style="datetime" timeZone={timeZone} />,
            },
            { label: 'Affiliate code', value: submission.affiliateCode },
            {
              label: 'Reviewed',
              value: reviewedAt && <DateText value={reviewedAt} style="datetime" timeZone={timeZone} />,
            },
            { label: 'Reviewed by', value: submission.reviewedBy },
            {
              label: 'Account',
              value: userId && (
                <AppLink className="q-link" to={`/users?id=${userId}`}>
                  View owner
                </AppLink>
              ),
            },
          ]}
        />
      </section>
    </div>
  )
}

interface AnswerProps {
  field: FormField
  submission: SubmissionRecord
  isShown: boolean
}

function Answer({ field, submission: { answers, images }, isShown }: AnswerProps) {
  const value = answers.find(({ fieldId }) => fieldId === field.id)?.value ?? ''
  if (value === '') return <span className="q-caption">{isShown ? 'Not answered' : 'Not asked'}</span>
  if (field.kind !== 'image') return value
  const image = images.find(({ id }) => id === value)
  if (!image) return <span className="q-caption">Picture not available</span>
  return (
    <a className={classes.picture} href={image.url} target="_blank" rel="noopener noreferrer">
      <img src={image.url} alt={`Answer to ${field.label}`} loading="lazy" />
    </a>
  )
}

interface SubmissionDecisionDialogProps {
  submission: SubmissionRecord
  decision: Decision
  onClose: () => void
}

function SubmissionDecisionDialog({ submission, decision, onClose }: SubmissionDecisionDialogProps) {
  return (
    <DecisionDialog
      decision={decision}
      opened={submission}
      noun="submission"
      consequence={approvalText(submission)}
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

const filledIn = 'using these answers'

const outcomes = {
  invite: (address) => `We’ll invite ${address} as the owner of a new merchant, ${filledIn}.`,
  approve: (address) => `This approves the registration of ${address} as the owner of a new merchant, ${filledIn}.`,
  convert: (address) => `The customer ${address} becomes the owner of a new merchant right away, ${filledIn}.`,
} as const satisfies Record<ApprovalWay, (email: string) => string>

const unprovedOutcomes = {
  invite: 'This email isn’t verified. The invitation is the first message they’ll get.',
  approve: 'This email wasn’t verified with this form. Anyone could have entered it.',
  convert: 'This email wasn’t verified with this form. Anyone could have entered it.',
} as const satisfies Record<ApprovalWay, string>

/** Describes the effect of an approval, and warns if the email is unverified. */
function approvalText({
  email,
  isProved,
  approval,
}: Pick<SubmissionRecord, 'email' | 'isProved' | 'approval'>): string {
  const way = approval ?? 'invite'
  return isProved
    ? outcomes[way](readableEmail(email))
    : `${outcomes[way](readableEmail(email))} ${unprovedOutcomes[way]}`
}

export function AddressPill({ isProved }: { isProved: boolean }) {
  return isProved ? (
    <StatusPill tone="ok" icon={IconMailCheck}>
      Verified
    </StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={IconMailQuestion}>
      Unverified
    </StatusPill>
  )
}
