import { ORPCError } from '@orpc/client'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { signInLimits, signInTexts } from '../../contract'
import { errorText } from '../error-text'
import { signInApi } from '../sign-in-queries'
import { rememberedEmail } from './use-remembered-email'
import { initialCompletion, reduceCompletion, type CompletionState } from './use-completion-state'

const redirects: Partial<Record<CompletionState['view'], { to: '/login' | '/dashboard'; afterMs: number }>> = {
  invalid: { to: '/login', afterMs: signInLimits.linkFailureRedirectMs },
  complete: { to: '/dashboard', afterMs: signInLimits.welcomeRedirectMs },
}

const isWrongAddress = (error: unknown) => error instanceof ORPCError && error.message === signInTexts.invalidLink

/** Nothing is used up by opening the page: the link is spent by the sign-in call alone (decision 19). */
export function useCompleteSignIn(token: string | null) {
  const { session, accept } = useSession()
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(reduceCompletion, initialCompletion)
  const started = useRef(false)

  const complete = async (email: string, onFailure: (error: unknown) => string | null) => {
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
      dispatch({ type: 'failed', error: onFailure(error) })
    }
  }

  const verify = async (linkToken: string) => {
    const check = await signInApi.checkLink.call({ token: linkToken }).catch(() => null)
    if (!check?.valid || check.purpose === 'password_reset') {
      dispatch({ type: 'link-invalid' })
      return
    }
    const email = session ? null : rememberedEmail.read()
    dispatch({ type: 'link-valid', signedInAsOther: session !== null, rememberedEmail: email })
    // The remembered address may be another person's: then the link's own is simply asked for.
    if (email !== null) {
      await complete(email, (error) => (isWrongAddress(error) ? null : errorText(error, signInTexts.linkSignInFailed)))
    }
  }

  const begin = useEffectEvent(() => {
    // Effects run twice in development; the link must not.
    if (started.current) return
    started.current = true
    if (token === null) dispatch({ type: 'link-invalid' })
    else void verify(token)
  })
  useEffect(() => begin(), [])

  useEffect(() => {
    const redirect = redirects[state.view]
    if (!redirect) return
    const timer = setTimeout(() => void navigate({ to: redirect.to, replace: true }), redirect.afterMs)
    return () => clearTimeout(timer)
  }, [state.view, navigate])

  const submitEmail = (email: string) => {
    dispatch({ type: 'submitted' })
    return complete(email, (error) => errorText(error, signInTexts.completeFailed))
  }

  const submitPassword = async (password: string) => {
    dispatch({ type: 'submitted' })
    try {
      await signInApi.setPassword.call({ password })
      dispatch({ type: 'password-set' })
    } catch (error) {
      const signedOut = error instanceof ORPCError && error.code === 'UNAUTHORIZED'
      const text = signedOut ? signInTexts.notSignedIn : errorText(error, signInTexts.setPasswordFailed)
      dispatch({ type: 'failed', error: text })
    }
  }

  return {
    state,
    session,
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
