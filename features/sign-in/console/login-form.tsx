import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { isolated } from '@quaff/platform/shared/readable-text'
import { textLimits } from '@quaff/platform/shared/text'
import { signInFields, signInMessages } from '../contract'
import { isGivenUp, supportsPasskeys } from '../passkeys/console/browser-passkeys'
import type { PasskeySignInInput } from '../passkeys/contract'
import { singleSignOnPaths } from '../single-sign-on/contract'
import { consolePurpose } from './login-reason'
import { toggleProps } from './new-password-fields'
import { signInApi } from './sign-in-queries'
import { rememberedEmail } from './use-remembered-email'
import classes from './sign-in.module.css'

interface LoginFormProps {
  email?: string
  /** The person of the address signs in again: it cannot be changed. */
  again?: { hasPassword: boolean }
  /** Takes along the address typed so far. */
  onForgot?: (email: string) => void
  onSecondStep: (challenge: string) => void
  /** Why the sign-in has to be begun again. */
  notice: string | null
  /** Other ways in, before the fields. */
  children?: ReactNode
}

export function LoginForm({ email = '', again, onForgot, onSecondStep, notice, children }: LoginFormProps) {
  const { accept } = useSession()
  const passwordId = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const signIn = useMutation(
    signInApi.withPassword.mutationOptions({
      onSuccess: (answer) => ('secondStep' in answer ? onSecondStep(answer.secondStep.challenge) : accept(answer)),
    }),
  )
  const requestLink = useMutation(signInApi.requestLink.mutationOptions())
  const form = useForm({ initialValues: { email, password: '' }, validate: (values) => errorsOf(signInFields, values) })
  const passkey = usePasskeySignIn(accept)
  const failure = signIn.error ?? requestLink.error ?? passkey.error
  const isRefused = reasonOf(failure) === 'CREDENTIALS'
  const isIncomplete = Object.keys(form.errors).length > 0

  const submit = form.onSubmit((values) => {
    requestLink.reset()
    passkey.reset()
    if (!signIn.isPending) signIn.mutate(values)
  })
  const mailLink = () => {
    signIn.reset()
    passkey.reset()
    const address = form.getValues().email
    if (form.validateField('email').hasError || requestLink.isPending) return
    requestLink.mutate({ email: address }, { onSuccess: () => rememberedEmail.write(address) })
  }
  const withPasskey = () => {
    signIn.reset()
    requestLink.reset()
    void passkey.start()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in">
      {notice !== null && !failure && (
        <Notice tone="warn" announce>
          {notice}
        </Notice>
      )}
      <ErrorNotice text={failure && !isIncomplete ? specifiedText(failure, signInMessages.signInFailed) : null} />
      {reasonOf(failure) === 'ACCESS_DENIED' && <p className="q-secondary">{consolePurpose}</p>}
      {requestLink.isSuccess && (
        <Notice tone="ok" icon={IconMail} announce>
          If {readableEmail(requestLink.variables.email)} has an account, we’ve sent a sign-in link. It expires in 10
          minutes.
        </Notice>
      )}
      {children}
      <TextInput
        label="Email"
        name="email"
        type="email"
        {...managed(passkey.isOffered ? 'username webauthn' : 'username')}
        placeholder="you@venue.com"
        maxLength={signInFields.email.maxTyped}
        readOnly={again !== undefined}
        {...form.getInputProps('email')}
        error={form.errors['email'] ?? isRefused}
      />
      {again?.hasPassword !== false && (
        <>
          <div className={classes.field}>
            <div className="q-row q-wrap">
              <label htmlFor={passwordId} className="q-strong">
                Password
              </label>
              {onForgot && (
                <button
                  type="button"
                  className={`q-link q-end ${classes.textButton}`}
                  onClick={() => onForgot(form.getValues().email)}
                >
                  Forgot password?
                </button>
              )}
            </div>
            <PasswordInput
              id={passwordId}
              name="password"
              maxLength={textLimits.password}
              visibilityToggleFocusable
              visibilityToggleButtonProps={toggleProps}
              {...form.getInputProps('password')}
              error={form.errors['password'] ?? isRefused}
              aria-invalid={isRefused || form.errors['password'] !== undefined}
              {...(again && { ref: first })}
            />
          </div>
          <Button variant="primary" type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </>
      )}
      {passkey.isOffered && (
        <Button fullWidth loading={passkey.busy} onClick={withPasskey}>
          Sign in with a passkey
        </Button>
      )}
      <Button fullWidth loading={requestLink.isPending} onClick={mailLink}>
        Email me a sign-in link
      </Button>
      {!again && (
        <>
          <Notice tone="neutral" icon={IconMail}>
            Invited? Check your email for a sign-in link.
          </Notice>
          <p className={`q-secondary ${classes.center}`}>
            No access yet?{' '}
            <AppLink className="q-link" to="/auth/register">
              Register for access
            </AppLink>
          </p>
        </>
      )}
    </form>
  )
}

/** Loads after the page has rendered. */
const loadWebAuthn = () => import('../passkeys/console/web-authn')

/** Less than a challenge is good for: what the field offers can always be taken. */
const offerAgainMs = 4 * 60_000

/** By a button, or by the browser's offer in the email field. */
function usePasskeySignIn(onSignedIn: (session: Session) => Promise<void>) {
  const [isOffered] = useState(supportsPasskeys)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  /** A new round repeats the browser's offer after it was used. */
  const [round, setRound] = useState(0)

  const signIn = async (sign: () => Promise<PasskeySignInInput>) => {
    setBusy(true)
    setError(null)
    try {
      await onSignedIn(await signInApi.withPasskey.call(await sign()))
    } catch (failure) {
      if (!isGivenUp(failure)) setError(asError(failure))
      setRound((last) => last + 1)
    } finally {
      setBusy(false)
    }
  }
  useOfferInField(isOffered && !busy, round, (signed) => signIn(async () => signed))

  const start = async () => {
    if (busy) return
    await signIn(async () => (await loadWebAuthn()).answerWithPasskey(await signInApi.beginPasskeySignIn.call({})))
  }
  return { isOffered, busy, error, start, reset: () => setError(null) }
}

const asError = (failure: unknown) => (failure instanceof Error ? failure : new Error('unknown', { cause: failure }))

/** The offer is unrequested, so errors before a passkey was chosen are not shown. */
function useOfferInField(isWanted: boolean, round: number, onChosen: (signed: PasskeySignInInput) => Promise<void>) {
  const chosen = useRef(onChosen)
  useEffect(() => {
    chosen.current = onChosen
  })
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    const offer = async () => {
      const { answerWithPasskey, offersInField } = await loadWebAuthn()
      if (!(await offersInField())) return
      const requested = await signInApi.beginPasskeySignIn.call({})
      if (isOver) return
      const signed = await answerWithPasskey(requested, { inField: true })
      if (!isOver) await chosen.current(signed)
    }
    const offerQuietly = () => void offer().catch(() => undefined)
    offerQuietly()
    const timer = setInterval(offerQuietly, offerAgainMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isWanted, round])
  // The page is left: the browser's offer goes with it.
  useEffect(
    () => () =>
      void loadWebAuthn().then(
        ({ stopAsking }) => stopAsking(),
        () => undefined,
      ),
    [],
  )
}

/** Before the form’s fields, where a provider is set up. A full address: the console has no such page, the server leads on from it. */
export function SingleSignOnLink({ from, onGo }: { from: string | undefined; onGo?: () => void }) {
  const { data } = useQuery(signInApi.singleSignOn.queryOptions())
  if (!data) return null
  const search = from === undefined ? '' : `?${new URLSearchParams({ from })}`
  return (
    <div className={classes.choice}>
      <ButtonLink to={`${window.location.origin}${singleSignOnPaths.start}${search}`} fullWidth onClick={onGo}>
        Continue with {isolated(data.name)}
      </ButtonLink>
      <p className={`q-caption ${classes.or}`}>or</p>
    </div>
  )
}
