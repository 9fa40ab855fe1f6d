import { TextInput } from '@mantine/core'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { normalizeEmail, textLimits } from '@quaff/platform/shared/text'
import { useState } from 'react'
import classes from './login.module.css'
import { ActivationCodeForm } from './registration/activation-code-form'
import { ActivationForm } from './registration/activation-form'
import { classifyExistence, ExistenceBanner } from './registration/existence-banner'
import { useActivation } from './registration/use-activation'
import { useExistenceCheck } from './registration/use-existence-check'
import { checkEmail } from './sign-in-fields'

interface RegisterPageProps {
  /** From the mailed link. */
  token: string | undefined
}

export function RegisterPage({ token }: RegisterPageProps) {
  const [email, setEmail] = useState('')
  const [touched, setTouched] = useState(false)
  const check = useExistenceCheck(email, token)
  const activation = useActivation(normalizeEmail(email), token)
  const existence = check.found && classifyExistence(check.found)

  if (activation.step === 'activated') {
    return (
      <AuthCard title="Account Activated!" subtitle="Your account is ready to use.">
        <ButtonLink variant="primary" to="/auth/login" fullWidth>
          Sign Now
        </ButtonLink>
      </AuthCard>
    )
  }
  if (activation.step === 'code') {
    return (
      <AuthCard title="Check your email">
        <ActivationCodeForm
          email={normalizeEmail(email)}
          error={activation.error}
          busy={activation.busy}
          onSubmit={activation.submitCode}
          onResend={activation.resendCode}
          onBack={activation.back}
        />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Register for access" subtitle="Activate the account that was prepared for you.">
      <div className={classes.form}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="you@venue.com"
          maxLength={textLimits.email}
          value={email}
          error={touched && email !== '' ? checkEmail(email) : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
          onBlur={() => setTouched(true)}
        />
        {check.checking && (
          <p className="q-caption" role="status">
            Checking…
          </p>
        )}
        {check.refusal && (
          <Notice tone="warn" announce>
            {check.refusal}
          </Notice>
        )}
        {existence && <ExistenceBanner existence={existence} />}
        {existence === 'found' && (
          <ActivationForm
            displayName={check.found?.displayName ?? ''}
            details={activation.details}
            error={activation.error}
            busy={activation.busy}
            onSubmit={activation.submitDetails}
          />
        )}
      </div>
      <p className={`q-secondary ${classes.center}`}>
        Already have access?{' '}
        <AppLink className="q-link" to="/auth/login">
          Sign in
        </AppLink>
      </p>
    </AuthCard>
  )
}
