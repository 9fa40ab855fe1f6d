import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { StepTitle } from '@quaff/platform/console/forms/plain-field'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Conversion } from '../contract'
import type { ApplyFlow } from './apply-flow'
import type { SignupApi } from './signup-api-widget'

interface CarryOverViewProps {
  api: SignupApi
  flow: Pick<ApplyFlow, 'proof' | 'conversion' | 'draft'>
  onRead: (conversion: Conversion) => void
  onProofLost: () => void
  onDone: () => void
  onChangeEmail: () => void
}

export function CarryOverView({ api, flow, onRead, onProofLost, onDone, onChangeEmail }: CarryOverViewProps) {
  const { proof, conversion, draft } = flow
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const handlers = useRef({ onRead, onProofLost })
  handlers.current = { onRead, onProofLost }
  useEffect(() => {
    setProblem(undefined)
    api.readConversion(proof ?? '', 'convert').then(
      (read) => handlers.current.onRead(read),
      (error: unknown) => {
        if (reasonOf(error) === 'PROOF') handlers.current.onProofLost()
        else setProblem(errorText(error, unreachableText))
      },
    )
  }, [api, proof, attempt])
  if (conversion === null)
    return (
      <>
        <StepTitle takesFocus>Your account</StepTitle>
        <p className="lede" role="status">
          {problem ?? 'Loading…'}
        </p>
        {problem !== undefined && (
          <div className="stack">
            <button className="btn btn--wide" type="button" onClick={() => setAttempt(attempt + 1)}>
              Retry
            </button>
          </div>
        )}
      </>
    )
  return (
    <>
      <StepTitle takesFocus>
        {conversion.displayName === null ? 'Welcome back.' : `Welcome, ${isolated(conversion.displayName)}.`}
      </StepTitle>
      <p className="lede">
        You’ll keep signing in with {readableEmail(draft.email)}. Once we approve your application, it’s a merchant
        account too.
      </p>
      <ul className="carry">
        {carried(conversion).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="stack">
        <button className="btn btn--wide" type="button" onClick={onDone}>
          Continue
        </button>
      </div>
      <p className="foot">
        <button className="textlink" type="button" onClick={onChangeEmail}>
          Use a different email
        </button>
      </p>
    </>
  )
}

const monthOf = (date: Date) => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(date)

function carried({ passes, memberSince }: Conversion): string[] {
  const since = memberSince === null ? 'Your account' : `Your account, since ${monthOf(memberSince)}`
  const own = passes === 1 ? 'Your pass' : `Your ${passes} passes`
  return [since, 'Your email and your password', ...(passes > 0 ? [own] : []), 'Nothing changes until approval']
}
