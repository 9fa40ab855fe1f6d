import { useEffect, useState } from 'react'
import { StepTitle } from '@quaff/platform/console/forms/plain-field'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { keptKnownEmail } from './kept-application'
import { signupPaths } from './signup-api-widget'

/**
 * `/partners/signup/existing`: shown if the address is known and verified in this tab; otherwise nothing is revealed.
 */
export function ExistingAccount() {
  const [email, setEmail] = useState('')
  useEffect(() => setEmail(keptKnownEmail.read()), [])
  return (
    <>
      <StepTitle takesFocus={false}>
        {email === '' ? 'Do you have an account?' : 'You already have an account.'}
      </StepTitle>
      <p className="lede">
        {email !== '' && `There’s already an account for ${readableEmail(email)}. `}Log in to continue. If you were
        invited and haven’t set a password, activate the account.
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
        Already a Quaff customer? <a href={signupPaths.convert}>Use your existing account</a> to become a merchant.
      </div>
      <p className="foot">
        <a href={signupPaths.signup}>Use a different email</a>
      </p>
    </>
  )
}
