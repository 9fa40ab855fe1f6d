import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { FormField } from '../../fields/contract'
import { shownFields } from '../../fields/rules'
import type { SubmissionRecord } from '../contract'
import classes from './inbox.module.css'

/** Every question as it was asked, and what was typed beside it: as text, whatever it looks like. */
export function AnswersView({ submission }: { submission: SubmissionRecord }) {
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
                  {submission.formName}, version {submission.formVersion}
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
