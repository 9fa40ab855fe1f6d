import { ORPCError } from '@orpc/client'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { InvitedTo } from '@quaff/features/accounts/contract'
import { useNavigateIfHere, useSession } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { type LinkCheck, signInLimits, signInMessages } from '../contract'
import { signInRefusals } from '../refusals'
import { keptInvitation } from './kept-invitation-widget'
import { signInApi } from './sign-in-queries'
import { rememberedEmail } from './use-remembered-email'

type Redirect = { path: string; afterMs: number }

function redirectOf(state: CompletionState): Redirect | null {
  if (state.view === 'complete') return { path: '/dashboard', afterMs: signInLimits.welcomeRedirectMs }
  if (state.view !== 'invalid') return null
  return {
    path: state.closed ? `/login?why=link-${state.closed}` : '/login',
    afterMs: signInLimits.linkFailureRedirectMs,
  }
}

const closedOf = (check: LinkCheck | null): ClosedLink => (!check || check.state === 'open' ? null : check.state)

const failedWith = (error: string | null): CompletionEvent => ({ type: 'failed', error })

const isWrongAddress = (error: unknown) =>
  error instanceof ORPCError && error.message === signInRefusals.INVALID_LINK.text

/** Opening the page consumes nothing; only the sign-in call uses the link (G19). */
export function useCompleteSignIn(token: string | null) {
  const { session, accept } = useSession()
  const startVisit = useNavigateIfHere()
  const [state, dispatch] = useReducer(reduceCompletion, initialCompletion)
  const [invitedTo, setInvitedTo] = useState<InvitedTo | null>(null)
  const started = useRef(false)

  const complete = async (email: string, onFailure: (error: unknown) => CompletionEvent | Promise<CompletionEvent>) => {
    if (token === null) return
    try {
      const result = await signInApi.completeLink.call({ email, token })
      rememberedEmail.clear()
      if ('secondStep' in result) {
        dispatch({ type: 'second-step', challenge: result.secondStep.challenge })
        return
      }
      await accept(result.session)
      dispatch({ type: 'signed-in', requiresPasswordSetup: result.requiresPasswordSetup })
    } catch (error) {
      dispatch(await onFailure(error))
    }
  }

  const verify = async (linkToken: string) => {
    const visit = startVisit()
    const check = await signInApi.checkLink.call({ token: linkToken }).catch(() => null)
    // Loaded again after the link was used here: the password is still to be set.
    if (check?.state === 'used' && session?.maySetPassword) {
      dispatch({ type: 'signed-in', requiresPasswordSetup: true })
      return
    }
    if (!check?.valid || check.purpose === 'password_reset') {
      dispatch({ type: 'link-invalid', closed: closedOf(check) })
      return
    }
    if (check.asksSignIn) {
      keptInvitation.keep(linkToken)
      const login = `/auth/login?${new URLSearchParams({ from: '/invitation', why: 'invitation' })}`
      visit.navigate(session ? '/invitation' : login, { replace: true })
      return
    }
    setInvitedTo(check.invitedTo)
    const email = session ? null : rememberedEmail.read()
    dispatch({ type: 'link-valid', signedInAsOther: session !== null, rememberedEmail: email })
    // The remembered address may be another person's, so the form then requests the address of the link.
    if (email !== null) {
      await complete(email, (error) =>
        failedWith(isWrongAddress(error) ? null : specifiedText(error, signInMessages.linkSignInFailed)),
      )
    }
  }

  const begin = useEffectEvent(() => {
    // Effects run twice in development; the link must not.
    if (started.current) return
    started.current = true
    if (token === null) dispatch({ type: 'link-invalid', closed: null })
    else void verify(token)
  })
  useEffect(() => begin(), [])

  useEffect(() => {
    const redirect = redirectOf(state)
    if (!redirect) return
    const visit = startVisit()
    const timer = setTimeout(() => visit.navigate(redirect.path, { replace: true }), redirect.afterMs)
    return () => clearTimeout(timer)
  }, [state, startVisit])

  /** One refusal covers a used link and another person's address, and the link's state distinguishes them. */
  const refusedAddress = async (): Promise<CompletionEvent> => {
    const check = token === null ? null : await signInApi.checkLink.call({ token }).catch(() => null)
    return check && !check.valid
      ? { type: 'link-invalid', closed: closedOf(check) }
      : failedWith(signInMessages.wrongAddress)
  }

  const submitEmail = async (email: string) => {
    dispatch({ type: 'submitted' })
    await complete(email, (error) =>
      isWrongAddress(error) ? refusedAddress() : failedWith(specifiedText(error, signInMessages.completeFailed)),
    )
  }

  const submitPassword = async (password: string) => {
    dispatch({ type: 'submitted' })
    try {
      await signInApi.setPassword.call({ password })
      dispatch({ type: 'password-set' })
    } catch (error) {
      const signedOut = error instanceof ORPCError && error.code === 'UNAUTHORIZED'
      const text = signedOut ? signInRefusals.SIGNED_OUT.text : specifiedText(error, signInMessages.setPasswordFailed)
      dispatch({ type: 'failed', error: text })
    }
  }

  return {
    state,
    session,
    invitedTo,
    confirmSwitch: () => dispatch({ type: 'switch-confirmed' }),
    submitEmail,
    submitPassword,
    async finishSecondStep(opened: Session) {
      await accept(opened)
      dispatch({ type: 'signed-in', requiresPasswordSetup: false })
    },
    leaveSecondStep: (reason: string | null) => dispatch({ type: 'second-step-over', reason }),
  }
}

/** Why a link does not open; null if the server did not say. */
type ClosedLink = Exclude<LinkCheck['state'], 'open'> | null

/** Spec §2: four views, plus the question before switching accounts (G7) and the refusal of a bad link. */
export type CompletionState =
  | { view: 'verifying' }
  | { view: 'switch' }
  | { view: 'email'; error: string | null; busy: boolean }
  /** The link is used up, and the authenticator code is required next. */
  | { view: 'second-step'; challenge: string }
  | { view: 'restart'; reason: string }
  | { view: 'password'; error: string | null; busy: boolean }
  | { view: 'complete' }
  | { view: 'invalid'; closed: ClosedLink }

export type CompletionEvent =
  | { type: 'link-invalid'; closed: ClosedLink }
  /** The link may still be used. */
  | { type: 'link-valid'; signedInAsOther: boolean; rememberedEmail: string | null }
  | { type: 'switch-confirmed' }
  | { type: 'submitted' }
  | { type: 'failed'; error: string | null }
  | { type: 'second-step'; challenge: string }
  /** The server's reason; null if the user went back. */
  | { type: 'second-step-over'; reason: string | null }
  | { type: 'signed-in'; requiresPasswordSetup: boolean }
  | { type: 'password-set' }

export const initialCompletion: CompletionState = { view: 'verifying' }

const askForEmail = (error: string | null): CompletionState => ({ view: 'email', error, busy: false })

function afterCheck(event: Extract<CompletionEvent, { type: 'link-valid' }>): CompletionState {
  if (event.signedInAsOther) return { view: 'switch' }
  // A remembered address signs in immediately, still showing "verifying" (G21).
  return event.rememberedEmail === null ? askForEmail(null) : { view: 'verifying' }
}

export function reduceCompletion(state: CompletionState, event: CompletionEvent): CompletionState {
  switch (event.type) {
    case 'link-invalid':
      return { view: 'invalid', closed: event.closed }
    case 'link-valid':
      return state.view === 'verifying' ? afterCheck(event) : state
    case 'switch-confirmed':
      return state.view === 'switch' ? askForEmail(null) : state
    case 'submitted':
      return state.view === 'email' || state.view === 'password' ? { ...state, error: null, busy: true } : state
    case 'failed':
      if (state.view === 'password') return { ...state, error: event.error, busy: false }
      return state.view === 'verifying' || state.view === 'email' ? askForEmail(event.error) : state
    case 'second-step':
      return { view: 'second-step', challenge: event.challenge }
    case 'second-step-over':
      return { view: 'restart', reason: event.reason ?? 'This link was already used. Request a new one to sign in.' }
    case 'signed-in':
      return event.requiresPasswordSetup ? { view: 'password', error: null, busy: false } : { view: 'complete' }
    case 'password-set':
      return state.view === 'password' ? { view: 'complete' } : state
  }
}
