import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationLead, invitationScope } from '@quaff/features/accounts/rules'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { readableEmail, normalizeEmail, isEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { codeField, signInFields, type UserExistence, signInLimits, signInMessages } from '../contract'
import { signInRefusals } from '../refusals'
import { ActivationForm } from './activation-form'
import { consolePurpose } from './login-reason'
import { signInApi } from './sign-in-queries'
import { keptVerification, useActivation } from './use-activation'
import classes from './sign-in.module.css'

export function RegisterPage({ token }: { token: string | undefined }) {
  const [stored] = useState(keptVerification.read)
  const [typed, setTyped] = useState(stored?.email ?? '')
  const [touched, setTouched] = useState(false)
  const email = normalizeEmail(typed)
  // Not the proof from the code: checking again would remove the form being filled in.
  const check = useExistenceCheck(email, { invitationToken: token, mailboxProof: stored?.token })
  const { found } = check
  const existence = found && classifyExistence(found)
  const activation = useActivation(email, token)
  const { mailedTo } = activation.verification
  const invitation = useQuery({
    ...signInApi.checkLink.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const invitedTo = invitation.data?.invitedTo

  if (activation.isActivated) {
    return (
      <AuthCard title="Account Activated!" subtitle="Your account is ready to use.">
        <ButtonLink variant="primary" to="/auth/login" state={{ email: activation.activatedEmail }} fullWidth>
          Sign Now
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={mailedTo === null ? 'Register for access' : 'Check your email'}
      subtitle={mailedTo === null ? 'Activate your account.' : undefined}
    >
      {mailedTo !== null && (
        <ActivationCodeForm
          email={mailedTo}
          error={activation.verification.error}
          busy={activation.busy}
          onSubmit={activation.enterCode}
          onResend={() => activation.verification.mailCode(mailedTo)}
          onBack={activation.verification.clear}
        />
      )}
      {/* Stays mounted behind the code, so that nothing has to be typed twice. */}
      <div className={classes.form} hidden={mailedTo !== null}>
        {invitedTo && (
          <Notice tone="neutral">
            {invitationLead(invitedTo)} {invitationScope(invitedTo.role)}
          </Notice>
        )}
        <TextInput
          label="Email"
          name="email"
          type="email"
          {...managed('username')}
          placeholder="you@venue.com"
          maxLength={signInFields.email.maxTyped}
          value={typed}
          error={touched && typed !== '' ? errorOf(signInFields.email, typed) : null}
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
        {existence && <ExistenceBanner existence={existence} email={email} />}
        {existence === 'unknown' && (
          <p className="q-secondary">
            Do you run a café, bar or restaurant?{' '}
            <AppLink className="q-link" to="/partners">
              Become a merchant
            </AppLink>
          </p>
        )}
        {found && existence === 'found' && (
          <ActivationForm
            key={email}
            email={email}
            displayName={found.displayName ?? ''}
            error={activation.error}
            busy={activation.busy}
            onSubmit={(details) => activation.submit(details, found)}
          />
        )}
        <p className={`q-secondary ${classes.center}`}>
          Already have access?{' '}
          <AppLink className="q-link" to="/auth/login">
            Sign in
          </AppLink>
        </p>
      </div>
    </AuthCard>
  )
}

interface ActivationCodeFormProps {
  email: string
  error: string | null
  busy: boolean
  onSubmit: (code: string) => void
  onResend: () => void
  onBack: () => void
}

function ActivationCodeForm({ email, error, busy, onSubmit, onResend, onBack }: ActivationCodeFormProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: (typed) => errorOf(codeField, typed) } })
  const submit = form.onSubmit(({ code }) => {
    if (!busy) onSubmit(codeField.read(code))
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Code from the email">
      <p className="q-secondary">We sent a 6-digit code to {readableEmail(email)}. It expires in 10 minutes.</p>
      <TextInput
        label="Code"
        name="code"
        inputMode="numeric"
        {...managed('one-time-code')}
        maxLength={codeField.maxTyped}
        data-autofocus
        {...form.getInputProps('code')}
        error={form.errors['code'] ?? error !== null}
      />
      <ErrorNotice text={form.errors['code'] ? null : error} />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Continue
      </Button>
      <div className="q-row">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" className="q-end" onClick={onResend}>
          Send new code
        </Button>
      </div>
    </form>
  )
}

type ExistenceClass = 'found' | 'waiting' | 'rejected' | 'active' | 'unknown'

/** Spec §4 "Registration": what the check says about an address. */
export function classifyExistence(found: UserExistence): ExistenceClass {
  if (found.exists && found.isPreApproved && found.requiresActivation) return 'found'
  switch (found.status) {
    case 'pending_approval':
      return 'waiting'
    case 'rejected':
      return 'rejected'
    case 'active':
      return 'active'
    default:
      return 'unknown'
  }
}

interface ExistenceBannerProps {
  existence: ExistenceClass
  /** Filled in on the login page. */
  email?: string
}

export function ExistenceBanner({ existence, email }: ExistenceBannerProps) {
  switch (existence) {
    case 'found':
      return (
        <Notice tone="ok" title="Account found" announce>
          Your account is pre-approved. Fill in the form to activate it.
        </Notice>
      )
    case 'waiting':
      return (
        <Notice tone="info" title="Waiting for approval" announce>
          We’ll email you when it’s approved.
        </Notice>
      )
    case 'rejected':
      return (
        <Notice tone="danger" title="Registration rejected" announce>
          Please contact your administrator.
        </Notice>
      )
    case 'active':
      return (
        <Notice tone="info" title="Account already active" announce>
          Please use the{' '}
          <AppLink className="q-link" to="/auth/login" state={{ email }}>
            login page
          </AppLink>{' '}
          to sign in. {consolePurpose}
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warn" announce>
          {signInRefusals.NOT_PRE_APPROVED.text}
        </Notice>
      )
  }
}

interface ExistenceCheck {
  /** Result for exactly the typed address; null while unknown. */
  found: UserExistence | null
  checking: boolean
  /** Shown for too many checks only: other failures clear the banner silently (spec §8). */
  refusal: string | null
}

type AddressProofs = { invitationToken?: string; mailboxProof?: string }

/** Spec §4: asks 500 ms after the last key, and only about a complete address (G17). */
function useExistenceCheck(email: string, proofs: AddressProofs): ExistenceCheck {
  const typed = normalizeEmail(email)
  const [settled] = useDebouncedValue(typed, signInLimits.existenceDebounceMs)
  const query = useQuery({
    ...signInApi.checkUserExists.queryOptions({ input: { email: settled, ...proofs } }),
    enabled: isEmail(settled),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const current = typed === settled
  const tooMany = query.error instanceof ORPCError && query.error.code === 'TOO_MANY_REQUESTS'
  return {
    found: current && !query.isError ? (query.data ?? null) : null,
    checking: isEmail(typed) && (!current || query.isFetching),
    refusal: current && tooMany ? signInMessages.tooManyChecks : null,
  }
}
