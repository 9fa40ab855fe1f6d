import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationLead, invitationScope } from '@quaff/features/accounts/rules'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { isEmail } from '@quaff/platform/shared/readable-text'
import { normalizeEmail, textLimits } from '@quaff/platform/shared/text'
import { ActivationCodeForm } from '../activation/console/activation-code-form'
import { ActivationForm } from '../activation/console/activation-form'
import { CodeRequestSection } from '../activation/console/code-request-section'
import { classifyExistence, ExistenceBanner } from '../activation/console/existence-banner'
import { useActivation, type AddressProof } from '../activation/console/use-activation'
import { useExistenceCheck } from '../activation/console/use-existence-check'
import { useMailboxProof } from '../activation/console/use-mailbox-proof'
import { signInFields } from '../contract'
import { signInApi } from './sign-in-queries'
import classes from './login.module.css'

function proofOf(proven: { token: string } | null, invitationToken: string | undefined): AddressProof | null {
  if (proven) return { mailboxProof: proven.token }
  return invitationToken === undefined ? null : { invitationToken }
}

interface RegisterPageProps {
  /** From the mailed link. */
  token: string | undefined
}

export function RegisterPage({ token }: RegisterPageProps) {
  const [typed, setTyped] = useState('')
  const [touched, setTouched] = useState(false)
  const mailbox = useMailboxProof()
  const email = mailbox.proven?.email ?? normalizeEmail(typed)
  const proof = proofOf(mailbox.proven, token)
  const check = useExistenceCheck(email, proof)
  const activation = useActivation(email, proof)
  const invitation = useQuery({
    ...signInApi.checkLink.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const invitedTo = invitation.data?.invitedTo
  const answered = check.found && classifyExistence(check.found)
  // An invitation says nothing about any other address than its own.
  const existence = mailbox.proven || answered !== 'unknown' ? answered : null
  const mayAsk = !mailbox.proven && !check.checking && !check.refusal && existence === null && isEmail(email)

  if (activation.isActivated) {
    return (
      <AuthCard title="Account Activated!" subtitle="Your account is ready to use.">
        <ButtonLink variant="primary" to="/auth/login" fullWidth>
          Sign Now
        </ButtonLink>
      </AuthCard>
    )
  }
  if (mailbox.mailedTo !== null) {
    return (
      <AuthCard title="Check your email">
        <ActivationCodeForm
          email={mailbox.mailedTo}
          error={mailbox.error}
          busy={mailbox.busy}
          onSubmit={mailbox.showCode}
          onResend={() => mailbox.mailCode(email)}
          onBack={mailbox.startAgain}
        />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Register for access" subtitle="Activate the account that was prepared for you.">
      <div className={classes.form}>
        {invitedTo && (
          <Notice tone="neutral">
            {invitationLead(invitedTo)} {invitationScope(invitedTo.role)}
          </Notice>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="you@venue.com"
          maxLength={textLimits.email}
          value={mailbox.proven ? email : typed}
          readOnly={mailbox.proven !== null}
          error={touched && typed !== '' ? faultOf(signInFields.email, typed) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
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
        {mayAsk && (
          <CodeRequestSection error={mailbox.error} busy={mailbox.busy} onAsk={() => mailbox.mailCode(email)} />
        )}
        {existence && <ExistenceBanner existence={existence} />}
        {existence === 'unknown' && (
          <p className="q-secondary">
            Do you run a café, bar or restaurant?{' '}
            <AppLink className="q-link" to="/partners">
              Become a merchant
            </AppLink>
          </p>
        )}
        {existence === 'found' && (
          <ActivationForm
            displayName={check.found?.displayName ?? ''}
            error={activation.error}
            busy={activation.busy}
            onSubmit={activation.submit}
          />
        )}
        {mailbox.proven && (
          <Button variant="quiet" onClick={mailbox.startAgain}>
            Use another email
          </Button>
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
