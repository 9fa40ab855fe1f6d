import { useRef, useState, type FormEvent } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { codeField, emailVerificationLimits } from '@quaff/features/sign-in/email-verification-contract'
import { useAttempt } from '@quaff/platform/console/forms/use-attempt'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import type { JoinPage, Place } from '../join-contract'
import type { JoinAddress, JoinApi } from './join-api-widget'
import { type JoinAnswers, TextField } from './join-form'
import { StepHeading } from './step-heading-view'

interface CodeFormProps {
  api: JoinApi
  address: JoinAddress
  page: JoinPage
  answers: JoinAnswers
  onPage: (page: JoinPage) => void
  onBack: () => void
  onDone: (place: Place) => void
}

export function CodeForm({ api, address, page, answers, onPage, onBack, onDone }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [sentAgain, setSentAgain] = useState(false)
  const { busy, problem, attempt } = useAttempt()
  // Stored for a retry, because a code works only once.
  const proof = useRef<string>(undefined)
  const email = answers.email.trim()

  const join = async (token: string, startToken: string) => {
    const { name, city, postalCode, wantedVenue, trap } = answers
    const { ref, affiliateCode } = address
    const given = { name, city, postalCode, wantedVenue, trap, ref, affiliateCode }
    return api.join({ slug: page.slug, token, startToken, ...given })
  }
  const send = async () => {
    proof.current ??= (await api.checkCode(email, codeField.read(code))).token
    try {
      onDone(await join(proof.current, page.startToken))
    } catch (error) {
      if (reasonOf(error) === 'PROOF') proof.current = undefined
      if (reasonOf(error) !== 'FORM_EXPIRED') throw error
      const renewed = await api.open(page.slug, address.ref)
      onPage(renewed)
      onDone(await join(proof.current ?? '', renewed.startToken))
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const incomplete = errorOf(codeField, code)
    setError(incomplete ?? undefined)
    if (incomplete === null) void attempt(send)
    else event.currentTarget.querySelector('input')?.focus()
  }
  const again = () =>
    attempt(async () => {
      await api.mailCode(email)
      proof.current = undefined
      setSentAgain(true)
    })
  return (
    <>
      <StepHeading
        title="Enter your code"
        text={`We sent a 6-digit code to ${readableEmail(email)}. It expires in 10 minutes. You can get up to ${emailVerificationLimits.codesPerHour} codes an hour.`}
      />
      <form className="join" noValidate onSubmit={submit}>
        <TextField
          id="code"
          label="Code"
          type="text"
          isCode
          required
          max={codeField.maxTyped}
          autoComplete="one-time-code"
          value={code}
          error={error}
          onChange={setCode}
        />
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        <p className="small" role="status">
          {sentAgain && 'Sent, unless this email has reached its hourly limit.'}
        </p>
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          {busy ? 'One moment…' : 'Confirm'}
        </button>
        <p className="after">
          <button className="textlink" type="button" onClick={() => void again()}>
            Send new code
          </button>
          <button className="textlink" type="button" onClick={onBack}>
            Edit my answers
          </button>
        </p>
      </form>
    </>
  )
}
