import { describe, expect, it } from 'vitest'
import { initialCompletion, reduceCompletion, type CompletionEvent, type CompletionState } from './use-complete-sign-in'

const after = (...events: CompletionEvent[]): CompletionState => events.reduce(reduceCompletion, initialCompletion)
const valid = (over: Partial<Extract<CompletionEvent, { type: 'link-valid' }>> = {}): CompletionEvent => ({
  type: 'link-valid',
  signedInAsOther: false,
  rememberedEmail: null,
  ...over,
})

describe('email-link page', () => {
  it('starts verifying', () => {
    expect(after()).toEqual({ view: 'verifying' })
  })

  it('says so when the link is invalid', () => {
    expect(after({ type: 'link-invalid', closed: 'used' })).toEqual({ view: 'invalid', closed: 'used' })
  })

  it('asks for the email when none is stored', () => {
    expect(after(valid())).toEqual({ view: 'email', error: null, busy: false })
  })

  it('stays verifying with a stored email, and completes directly when no setup is needed', () => {
    const remembered = valid({ rememberedEmail: 'a@b.co' })
    expect(after(remembered)).toEqual({ view: 'verifying' })
    expect(after(remembered, { type: 'signed-in', requiresPasswordSetup: false })).toEqual({ view: 'complete' })
  })

  it('asks for the email when the sign-in with the stored one fails', () => {
    const state = after(valid({ rememberedEmail: 'a@b.co' }), { type: 'failed', error: 'Failed' })
    expect(state).toEqual({ view: 'email', error: 'Failed', busy: false })
  })

  it('asks before switching accounts, and then for the email, never taking the stored one', () => {
    const requested = valid({ signedInAsOther: true, rememberedEmail: 'a@b.co' })
    expect(after(requested)).toEqual({ view: 'switch' })
    expect(after(requested, { type: 'switch-confirmed' })).toMatchObject({ view: 'email' })
  })

  it('§4 goes from email to password to complete when a password must be set', () => {
    const signedIn: CompletionEvent = { type: 'signed-in', requiresPasswordSetup: true }
    expect(after(valid(), { type: 'submitted' })).toEqual({ view: 'email', error: null, busy: true })
    expect(after(valid(), { type: 'submitted' }, signedIn)).toEqual({ view: 'password', error: null, busy: false })
    expect(after(valid(), signedIn, { type: 'submitted' }, { type: 'password-set' })).toEqual({ view: 'complete' })
  })

  it('keeps the view and shows the reason when a step fails', () => {
    const signedIn: CompletionEvent = { type: 'signed-in', requiresPasswordSetup: true }
    const failed: CompletionEvent = { type: 'failed', error: 'Failed to set password' }
    expect(after(valid(), signedIn, { type: 'submitted' }, failed)).toEqual({
      view: 'password',
      error: 'Failed to set password',
      busy: false,
    })
    expect(after(valid(), { type: 'submitted' }, failed)).toMatchObject({ view: 'email', busy: false })
  })
})
