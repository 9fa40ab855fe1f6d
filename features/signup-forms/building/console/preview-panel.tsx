import { useRef, useState } from 'react'
import { product } from '@quaff/platform/shared/product'
import type { FormField, SubmittedAnswer } from '../../fields-contract'
import { answerErrors, type FieldError, givenAnswers, shownFields } from '../../fields-rules'
import { PreviewField } from './preview-field'
import classes from './preview.module.css'

interface PreviewPanelProps {
  name: string
  intro: string
  successText: string
  fields: readonly FormField[]
}

/** Shows the form as on a phone. It can be filled in, but sends nothing. */
export function PreviewPanel(props: PreviewPanelProps) {
  const [round, setRound] = useState(0)
  return (
    <section className={classes.panel} aria-label="Preview">
      <div className="q-row">
        <h2 className="q-h3">Preview</h2>
        <span className="q-caption q-end">Try it. Nothing is sent.</span>
      </div>
      <div className={classes.phone}>
        <div className={classes.screen} role="region" aria-label="Form on a phone" tabIndex={0}>
          <PreviewForm key={round} {...props} onAgain={() => setRound(round + 1)} />
        </div>
      </div>
    </section>
  )
}

interface PreviewFormProps {
  name: string
  intro: string
  successText: string
  fields: readonly FormField[]
  onAgain: () => void
}

const defaultSuccess = 'Thank you. We’ve received your answers and will email you.'

function PreviewForm({ name, intro, successText, fields, onAgain }: PreviewFormProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<SubmittedAnswer[]>([])
  const [errors, setErrors] = useState<FieldError[]>([])
  const [sent, setSent] = useState(false)
  const given = givenAnswers(answers)
  const send = () => {
    const found = answerErrors(fields, answers)
    setErrors(found)
    setSent(found.length === 0)
    const [first] = found
    if (first) formRef.current?.querySelector<HTMLElement>(`[data-asks="${first.fieldId}"]`)?.focus()
  }
  if (sent)
    return (
      <div className={classes.form} role="status">
        <p className={classes.brand}>{product.name}</p>
        <p className={classes.title}>Sent</p>
        <p className={classes.words}>{successText.trim() === '' ? defaultSuccess : successText}</p>
        <button type="button" className={classes.quiet} onClick={onAgain}>
          Start again
        </button>
      </div>
    )
  return (
    <form
      ref={formRef}
      className={classes.form}
      noValidate
      aria-label="Form preview"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className={classes.brand}>{product.name}</p>
      <p className={classes.title}>{name.trim() === '' ? 'Untitled form' : name}</p>
      {intro !== '' && <p className={classes.words}>{intro}</p>}
      {shownFields(fields, answers).map((field) => (
        <PreviewField
          key={field.id}
          field={field}
          value={given.get(field.id) ?? ''}
          error={errors.find(({ fieldId }) => fieldId === field.id)?.text}
          onChange={(value) => {
            setAnswers((before) => [
              ...before.filter(({ fieldId }) => fieldId !== field.id),
              { fieldId: field.id, value },
            ])
            setErrors((before) => before.filter(({ fieldId }) => fieldId !== field.id))
          }}
        />
      ))}
      <button type="submit" className={classes.send}>
        Send
      </button>
    </form>
  )
}
