import { useState, type FormEvent } from 'react'
import { useAttempt } from '@quaff/platform/console/plain-form/use-attempt'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { joinFields, type JoinPage } from '../join-contract'
import { joinInputs, type JoinAnswers } from './join-answers'
import type { JoinApi } from './join-api-widget'
import { StepHeading } from './step-heading-view'
import { TextField } from './text-field'

interface JoinFormProps {
  api: JoinApi
  page: JoinPage
  answers: JoinAnswers
  onChange: (answers: JoinAnswers) => void
  onAsked: () => void
}

export function JoinForm({ api, page, answers, onChange, onAsked }: JoinFormProps) {
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, problem, attempt } = useAttempt()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = faultsOf(joinFields, answers)
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    await attempt(async () => {
      await api.mailCode(answers.email.trim())
      onAsked()
    })
  }
  return (
    <>
      <StepHeading title={page.name} text={page.description} />
      {page.inviter !== null && <p className="note">{`${page.inviter} invited you`}</p>}
      <form className="join" noValidate onSubmit={(event) => void submit(event)}>
        {joinInputs.map((field) => (
          <TextField
            key={field.id}
            {...field}
            max={joinFields[field.id].max}
            required={joinFields[field.id].missing !== undefined}
            value={answers[field.id]}
            fault={faults[field.id]}
            onChange={(value) => onChange({ ...answers, [field.id]: value })}
          />
        ))}
        <div className="sr" aria-hidden>
          <label>
            Leave this empty
            <input
              name="website"
              tabIndex={-1}
              autoComplete="off"
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
