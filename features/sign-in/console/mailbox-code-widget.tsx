import { useEffect, useState, type FormEvent } from 'react'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { PlainTextField, StepTitle } from '@quaff/platform/console/forms/plain-field'
import { useSingleRun } from '@quaff/platform/console/forms/use-attempt'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { codeField, emailVerificationLimits } from '../email-verification-contract'

interface MailboxCodeProps {
  email: string
  /** False if no code was sent yet and the user must request one. */
  isMailed: boolean
  /** Explains why the code is required, if that is not obvious. */
  reason?: string
  mailCode: () => Promise<unknown>
  /** Shows the code to the server; throws its refusal. */
  prove: (code: string) => Promise<void>
  onMailed: () => void
  onChangeEmail: () => void
}

const pauseSeconds = 30

export function EmailCodeForm({ email, isMailed, reason, mailCode, prove, onMailed, onChangeEmail }: MailboxCodeProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [news, setNews] = useState('')
  const [busy, run] = useSingleRun()
  const [pause, setPause] = usePause(isMailed ? pauseSeconds : 0)

  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      setError(undefined)
      try {
        await work()
      } catch (error) {
        setError(errorText(error, unreachableText))
        document.getElementById('code')?.focus()
      }
    })
  const mail = () =>
    attempt(async () => {
      await mailCode()
      setCode('')
      setPause(pauseSeconds)
      setNews(isMailed ? 'Sent, unless this email has reached its hourly limit.' : '')
      onMailed()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const incomplete = errorOf(codeField, code)
    if (incomplete === null) return void attempt(() => prove(codeField.read(code)))
    setError(incomplete)
    document.getElementById('code')?.focus()
  }
  return (
    <>
      <StepTitle takesFocus={!isMailed}>{isMailed ? 'Enter your code' : 'Confirm your email'}</StepTitle>
      <p className="lede" id="code-sent">
        {isMailed
          ? `We sent a 6-digit code to ${readableEmail(email)}. It expires in 10 minutes. You can get up to ${emailVerificationLimits.codesPerHour} codes an hour.`
          : (reason ?? `We’ll email a 6-digit code to ${readableEmail(email)}.`)}
      </p>
      {isMailed ? (
        <form noValidate onSubmit={submit}>
          <PlainTextField
            name="code"
            label="Code"
            error={error}
            value={code}
            onChange={setCode}
            describedBy="code-sent"
            input={{
              autoFocus: true,
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              maxLength: codeField.maxTyped,
            }}
          />
          <button className="btn btn--wide" type="submit" aria-busy={busy || undefined}>
            {busy ? 'One moment…' : 'Continue'}
          </button>
          <div className="links">
            <button
              className="textlink"
              type="button"
              aria-disabled={pause > 0 || undefined}
              onClick={() => pause === 0 && void mail()}
            >
              {pause > 0 ? `Send new code in ${pause} s` : 'Send new code'}
            </button>
            <button className="textlink" type="button" onClick={onChangeEmail}>
              Use a different email
            </button>
          </div>
          <p className="hint" role="status">
            {news}
          </p>
        </form>
      ) : (
        <div className="stack">
          {error !== undefined && (
            <p className="err" role="alert">
              {error}
            </p>
          )}
          <button className="btn btn--wide" type="button" aria-busy={busy || undefined} onClick={() => void mail()}>
            {busy ? 'One moment…' : 'Send code'}
          </button>
          <div className="links">
            <button className="textlink" type="button" onClick={onChangeEmail}>
              Use a different email
            </button>
          </div>
        </div>
      )}
    </>
  )
}

function usePause(initial: number) {
  const [left, setLeft] = useState(initial)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return [left, setLeft] as const
}
