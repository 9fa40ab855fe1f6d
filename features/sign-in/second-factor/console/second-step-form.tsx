import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import type { Session } from '@quaff/features/sessions/contract'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { signInApi } from '../../console/sign-in-queries'
import { ProofField, useProof } from './proof-field'
import classes from '../../console/sign-in.module.css'

interface SecondStepFormProps {
  challenge: string
  onSignedIn: (session: Session) => Promise<void>
  /** Receives the reason if the sign-in must start again. */
  onBack: (reason: string | null) => void
}

/** G16: required by every sign-in method for users with an authenticator app. */
export function SecondStepForm({ challenge, onSignedIn, onBack }: SecondStepFormProps) {
  const proof = useProof()
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    const given = proof.read()
    if (!given || busy) return
    setBusy(true)
    try {
      const { session } = await signInApi.completeSecondStep.call({ challenge, ...given })
      await onSignedIn(session)
    } catch (error) {
      if (reasonOf(error) === 'SECOND_STEP_OVER') onBack(specifiedText(error, ''))
      else proof.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Second step"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ProofField proof={proof} />
      {proof.kind === 'recovery' && (
        <Notice tone="neutral">Each code works once. We’ll email you when one is used.</Notice>
      )}
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Sign in
      </Button>
      <div className="q-row q-wrap">
        <Button variant="quiet" onClick={() => onBack(null)}>
          Back
        </Button>
        <Button variant="quiet" className="q-end" onClick={proof.change}>
          {proof.kind === 'app' ? 'Use a recovery code' : 'Use the app instead'}
        </Button>
      </div>
    </form>
  )
}
