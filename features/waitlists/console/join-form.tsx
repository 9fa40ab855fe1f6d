import { type FormEvent, type HTMLInputTypeAttribute, useId, useState } from 'react'
import { unmanaged } from '@quaff/platform/console/controls/autofill'
import { useAttempt } from '@quaff/platform/console/forms/use-attempt'
import { tabStore } from '@quaff/platform/console/tab-store'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { isolated } from '@quaff/platform/shared/readable-text'
import { joinFields, type JoinPage } from '../join-contract'
import type { JoinApi } from './join-api-widget'
import { StepHeading } from './step-heading-view'

interface JoinFormProps {
  api: JoinApi
  page: JoinPage
  answers: JoinAnswers
  onChange: (answers: JoinAnswers) => void
  onRequested: () => void
}

export function JoinForm({ api, page, answers, onChange, onRequested }: JoinFormProps) {
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const { busy, problem, attempt } = useAttempt()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = errorsOf(joinFields, answers)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    await attempt(async () => {
      await api.mailCode(answers.email.trim())
      onRequested()
    })
  }
  return (
    <>
      <StepHeading title={page.name} text={page.description} />
      {page.inviter !== null && <p className="note">{`${isolated(page.inviter)} invited you`}</p>}
      <form className="join" noValidate onSubmit={(event) => void submit(event)}>
        {joinInputs.map((field) => (
          <TextField
            key={field.id}
            {...field}
            max={joinFields[field.id].maxTyped}
            required={joinFields[field.id].missing !== undefined}
            value={answers[field.id]}
            error={errors[field.id]}
            onChange={(value) => onChange({ ...answers, [field.id]: value })}
          />
        ))}
        <div className="sr" aria-hidden>
          <label>
            Leave this empty
            <input
              name="website"
              tabIndex={-1}
              {...unmanaged}
              value={answers.trap}
              onChange={(event) => onChange({ ...answers, trap: event.currentTarget.value })}
            />
          </label>
        </div>
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          {busy ? 'One moment…' : 'Join the waitlist'}
        </button>
        <p className="small">We’ll send a code to verify your email.</p>
      </form>
    </>
  )
}

export type JoinAnswers = Record<JoinField, string> & {
  /** People do not see this one. */
  trap: string
}
type JoinField = keyof typeof joinFields
export const noAnswers: JoinAnswers = { name: '', email: '', city: '', postalCode: '', wantedVenue: '', trap: '' }

const joinInputs = [
  { id: 'name', label: 'Name', autoComplete: 'name', type: 'text' },
  { id: 'email', label: 'Email', autoComplete: 'email', type: 'email' },
  { id: 'city', label: 'City', autoComplete: 'address-level2', type: 'text' },
  { id: 'postalCode', label: 'ZIP or postal code', autoComplete: 'postal-code', type: 'text' },
  { id: 'wantedVenue', label: 'A venue you’d like to see', autoComplete: 'off', type: 'text' },
] as const satisfies readonly { id: JoinField; label: string; autoComplete: string; type: string }[]

const keyOf = (slug: string) => `waitlist-answers.${slug}`

/** Keeps the answers in the tab until the person has joined, so that a reload shows them again. */
export const keptAnswers = {
  read: (slug: string): JoinAnswers => {
    const answers = { ...noAnswers }
    try {
      const stored: unknown = JSON.parse(tabStore.get(keyOf(slug)) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return answers
      for (const { id } of joinInputs) {
        const text: unknown = Reflect.get(stored, id)
        if (typeof text === 'string') answers[id] = text
      }
    } catch {
      // The stored value is unreadable.
    }
    return answers
  },
  keep: (slug: string, answers: JoinAnswers) => tabStore.set(keyOf(slug), JSON.stringify({ ...answers, trap: '' })),
  clear: (slug: string) => tabStore.remove(keyOf(slug)),
}

interface TextFieldProps {
  id: string
  label: string
  value: string
  max: number
  required: boolean
  autoComplete: string
  type: HTMLInputTypeAttribute
  /** The only field of its step takes the focus. */
  isCode?: boolean
  error?: string
  onChange: (value: string) => void
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

export function TextField(props: TextFieldProps) {
  const { id, label, value, max, required, autoComplete, type, isCode, error, onChange } = props
  const fieldId = useId()
  const errorId = `${fieldId}-fault`
  return (
    <div className="join-field">
      <label htmlFor={fieldId}>
        {label}
        {!required && <span className="small"> (optional)</span>}
      </label>
      <input
        id={fieldId}
        name={id}
        type={type}
        value={value}
        maxLength={max}
        required={required}
        {...(autoComplete === 'off' ? unmanaged : { autoComplete })}
        ref={isCode ? takeFocus : undefined}
        inputMode={isCode ? 'numeric' : undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={(error !== undefined && errorId) || (isCode && 'step-text') || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <span id={errorId} className="bad">
          {error}
        </span>
      )}
    </div>
  )
}
