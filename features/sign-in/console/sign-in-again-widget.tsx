import { useState } from 'react'
import { useSession, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { letPageGo } from '@quaff/platform/console/forms/changed-forms'
import { SecondStepForm } from '../second-factor/console/second-step-form'
import { LoginForm, SingleSignOnLink } from './login-form'

/** Over a changed form whose session ended. `from` is the form's address. */
export function SignInAgain({ from }: { from: string }) {
  const { accept, unlock } = useSession()
  const { email, hasPassword } = useSessionUser()
  const [challenge, setChallenge] = useState<string>()
  const [notice, setNotice] = useState<string | null>(null)
  if (challenge !== undefined)
    return (
      <SecondStepForm
        challenge={challenge}
        onSignedIn={accept}
        onBack={(reason) => {
          setNotice(reason)
          setChallenge(undefined)
        }}
      />
    )
  return (
    <>
      <LoginForm email={email} again={{ hasPassword }} notice={notice} onSecondStep={setChallenge}>
        {/* Leads away and back; what was typed is restored from the tab. */}
        <SingleSignOnLink from={from} onGo={letPageGo} />
      </LoginForm>
      <Button variant="quiet" onClick={unlock}>
        Use another account
      </Button>
    </>
  )
}
