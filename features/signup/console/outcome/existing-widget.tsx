import { useEffect, useState } from 'react'
import { StepTitle } from '@quaff/platform/console/plain-form/step-title'
import { keptKnownEmail } from '../draft/kept-application'
import { signupPaths } from '../signup-api-widget'

/** `/partners/signup/existing`: the address is known, and its mailbox was proved in this tab; to anybody else nothing is claimed. */
export function ExistingAccount() {
  const [email, setEmail] = useState('')
  useEffect(() => setEmail(keptKnownEmail.read()), [])
  return (
    <>
      <StepTitle takesFocus={false}>
        {email === '' ? 'Do you have an account?' : 'You already have an account.'}
      </StepTitle>
      <p className="lede">
        {email === '' ? 'Log in' : `${email} is known to us. Log in`} to carry on, or activate the account if you were
        invited and have not set a password.
      </p>
      <div className="stack">
        <a className="btn btn--wide" href="/auth/login">
          Log in
        </a>
        <a className="btn btn--quiet btn--wide" href="/auth/register">
          Activate account
        </a>
      </div>
      <div className="note">
        Do you use the app as a guest? <a href={signupPaths.convert}>Bring your account along</a> and become a merchant
        with it.
      </div>
      <p className="foot">
        <a href={signupPaths.signup}>Use another email</a>
      </p>
    </>
  )
}
