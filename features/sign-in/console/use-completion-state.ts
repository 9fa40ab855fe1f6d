import type { LinkCheck } from '../contract'

/** Why a link does not open; null if the server did not say. */
export type ClosedLink = Exclude<LinkCheck['state'], 'open'> | null

/** Spec §2: four views, plus the question before switching accounts (G7) and the refusal of a bad link. */
export type CompletionState =
  | { view: 'verifying' }
  | { view: 'switch' }
  | { view: 'email'; error: string | null; busy: boolean }
  /** The link is spent; the authenticator app is asked for. */
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
  /** With the server's reason, or null when the person went back. */
  | { type: 'second-step-over'; reason: string | null }
  | { type: 'signed-in'; requiresPasswordSetup: boolean }
  | { type: 'password-set' }

export const initialCompletion: CompletionState = { view: 'verifying' }

const askForEmail = (error: string | null): CompletionState => ({ view: 'email', error, busy: false })

function afterCheck(event: Extract<CompletionEvent, { type: 'link-valid' }>): CompletionState {
  if (event.signedInAsOther) return { view: 'switch' }
  // With a remembered address the sign-in is tried at once, still under "verifying" (G21).
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
