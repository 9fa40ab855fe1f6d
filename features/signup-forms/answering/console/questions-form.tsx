import type { FormEvent } from 'react'
import { ErrorSummary, StepTitle, HoneypotField } from '@quaff/platform/console/forms/plain-field'
import type { FieldError } from '../../fields-rules'
import type { LiveForm } from './answering-api-widget'
import { shownOf, type FilledForm } from './filled-form'
import { QuestionField, questionId } from './question-field'

interface QuestionsFormProps {
  form: LiveForm
  filled: FilledForm
  errors: readonly FieldError[]
  problem: string | undefined
  attempt: number
  busy: boolean
  trap: string
  takesFocus: boolean
  onType: (fieldId: string, value: string) => void
  onPicture: (fieldId: string, picture: File | undefined) => void
  onTrap: (trap: string) => void
  /** Undefined if the code is required anyway. */
  receipt: { isWanted: boolean; onChange: (isWanted: boolean) => void } | undefined
  onSubmit: (event: FormEvent) => void
}

export function QuestionsForm({ form, filled, errors, ...rest }: QuestionsFormProps) {
  const { problem, attempt, busy, trap, takesFocus, onType, onPicture, onTrap, onSubmit, receipt } = rest
  const shown = shownOf(form, filled)
  const errorOf = (id: string) => errors.find(({ fieldId }) => fieldId === id)?.text
  // Before the first attempt, an error appears only at its question.
  const summary = (attempt === 0 ? [] : shown).flatMap((field) => {
    const text = errorOf(field.id)
    return text === undefined ? [] : [{ field: questionId(field), label: field.label, text }]
  })
  return (
    <>
      <StepTitle takesFocus={takesFocus}>{form.name}</StepTitle>
      {form.intro !== '' && <p className="lede lines">{form.intro}</p>}
      <form noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={summary} attempt={attempt} />
        {shown.map((field) => (
          <QuestionField
            key={field.id}
            field={field}
            value={filled.answers[field.id] ?? ''}
            picture={filled.pictures[field.id]}
            error={errorOf(field.id)}
            onType={(value) => onType(field.id, value)}
            onPicture={(picture) => onPicture(field.id, picture)}
          />
        ))}
        {receipt && (
          <div className="field receipt">
            <label className="check">
              <input
                type="checkbox"
                checked={receipt.isWanted}
                onChange={(event) => receipt.onChange(event.currentTarget.checked)}
              />
              <span>Verify my email and send me a confirmation</span>
            </label>
          </div>
        )}
        <HoneypotField value={trap} onChange={onTrap} />
        {problem !== undefined && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
        <button className="btn btn--wide" type="submit" aria-busy={busy || undefined}>
          {busy ? 'One moment…' : 'Send'}
        </button>
      </form>
    </>
  )
}
