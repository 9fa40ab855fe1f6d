import { ORPCError } from '@orpc/client'
import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignupReceipt } from '../contract'
import { newDraft, type ApplicationDraft } from './application-draft'
import { ExistingAccount } from './existing-widget'
import { keptDraft, keptKnownEmail, keptProof, keptReceipt, keptStart } from './kept-application'
import { Processing } from './processing-widget'
import type { SignupApi } from './signup-api-widget'
import { Success } from './success-widget'

const email = 'ana@halfmoon.test'
const draft: ApplicationDraft = {
  ...newDraft('signup', '00000000-0000-4000-8000-000000000001'),
  email,
  keyEmail: email,
  isSent: true,
  acceptsTerms: true,
  step: 'counter',
}
const receipt: SignupReceipt = {
  outcome: 'submitted',
  reference: 'ABCD-1234',
  businessName: 'Half Moon',
  submittedAt: new Date('2026-11-20T09:41:00Z'),
}
const refusal = (status: number, reason: string, message = 'No.') =>
  new ORPCError('REFUSED', { status, message, data: { reason } })

type Submit = SignupApi['submit']
function open(...answers: (SignupReceipt | Error)[]) {
  const submit = vi.fn<Submit>(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? receipt)
  })
  const reopen = vi.fn(() => Promise.resolve({ startToken: 'renewed' }))
  const api = { submit, open: reopen } as unknown as SignupApi
  const goTo = vi.fn()
  const view = render(<Processing api={api} goTo={goTo} supportLink="mailto:help@quaff.test" />)
  return { submit, reopen, goTo, view }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  keptDraft.keep(draft)
  keptProof.keep(draft, 'proof-token')
  keptStart.keep('start')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the processing page', () => {
  it('§2.1 sends what is kept, forgets it, and goes on without a way back', async () => {
    const { submit, goTo } = open(receipt)
    await pass(0)
    expect(submit).toHaveBeenCalledTimes(1)
    expect(submit.mock.calls[0]?.[0]).toMatchObject({
      requestKey: draft.requestKey,
      proof: 'proof-token',
      startToken: 'start',
      acceptsTerms: true,
    })
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/partners/success', 'replace')
    expect(keptDraft.read()).toBeNull()
    expect(keptProof.read(draft)).toBeNull()
    expect(keptReceipt.read()).toMatchObject({ email, reference: 'ABCD-1234' })
  })

  it('sends the same key when it is loaded again, and in two tabs', async () => {
    const first = open(new TypeError('Failed to fetch'))
    await pass(0)
    first.view.unmount()
    const [second, third] = [open(receipt), open(receipt)]
    await pass(0)
    const keys = [first, second, third].flatMap(({ submit }) => submit.mock.calls.map(([input]) => input.requestKey))
    expect(new Set(keys)).toEqual(new Set([draft.requestKey]))
    expect(third.goTo).toHaveBeenCalledWith('/partners/success', 'replace')
  })

  it('tries again by itself with longer pauses, and says so after half a minute', async () => {
    const { submit } = open(refusal(503, 'DATABASE'))
    await pass(29_000)
    expect(submit).toHaveBeenCalledTimes(5)
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await pass(2_000)
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy()
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    expect(submit).toHaveBeenCalledTimes(7)
    expect(keptDraft.read()).toEqual(draft)
  })

  it('tries at once when the connection is back', async () => {
    const { submit, goTo } = open(new TypeError('a'), new TypeError('b'), new TypeError('c'), receipt)
    await pass(3_100)
    expect(submit).toHaveBeenCalledTimes(3)
    await act(async () => window.dispatchEvent(new Event('online')))
    await pass(0)
    expect(goTo).toHaveBeenCalledWith('/partners/success', 'replace')
  })

  it('without a proof leads back to the code with everything kept', async () => {
    const { goTo } = open(refusal(401, 'PROOF'))
    await pass(0)
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/partners/signup', 'replace')
    expect(keptDraft.read()).toEqual(draft)
    expect(keptProof.read(draft)).toBeNull()
  })

  it('gets a new start where the form was open for too long, and waits where it was too fast', async () => {
    const { submit, reopen, goTo } = open(refusal(400, 'FORM_EXPIRED'), refusal(400, 'FORM_EARLY'), receipt)
    await pass(500)
    expect(reopen).toHaveBeenCalledTimes(1)
    expect(submit).toHaveBeenCalledTimes(2)
    await pass(4_000)
    expect(submit.mock.calls[2]?.[0].startToken).toBe('renewed')
    expect(goTo).toHaveBeenCalledWith('/partners/success', 'replace')
  })

  it('shows the sentence of the server where a person has to decide', async () => {
    const { submit, goTo } = open(refusal(429, 'RATE_LIMIT', 'Too many attempts. Try again later.'), receipt)
    await pass(60_000)
    expect(submit).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Too many attempts. Try again later.')).toBeTruthy()
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    await pass(0)
    expect(goTo).toHaveBeenCalledWith('/partners/success', 'replace')
  })

  it('leads back to the form where an answer is wrong', async () => {
    const { goTo } = open(refusal(400, 'INVALID_INPUT', 'Enter your name.'))
    await pass(0)
    expect(screen.getByText('Enter your name.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await act(async () => screen.getByRole('button', { name: 'Back to the form' }).click())
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/partners/signup', 'replace')
    expect(keptDraft.read()).toEqual({ ...draft, isSent: false })
  })

  it.each([
    ['existing', '/partners/signup/existing'],
    ['pending', null],
  ] as const)('answered with "%s" leads to %s and forgets the draft', async (outcome, path) => {
    const { goTo } = open({ ...receipt, outcome, reference: null, submittedAt: null })
    await pass(0)
    if (path === null) expect(screen.getByRole('heading', { name: 'We’re reviewing your application.' })).toBeTruthy()
    else expect(goTo).toHaveBeenCalledExactlyOnceWith(path, 'replace')
    expect(keptDraft.read()).toBeNull()
  })

  it.each([
    ['nothing is kept', null, '/partners/signup'],
    ['it was not sent yet', { ...draft, isSent: false }, '/partners/signup'],
    ['a conversion was not sent yet', { ...draft, isSent: false, kind: 'convert' as const }, '/partners/convert'],
  ])('where %s goes to the form', async (_, kept, path) => {
    keptDraft.clear()
    if (kept) keptDraft.keep(kept)
    const { submit, goTo } = open(receipt)
    await pass(0)
    expect(goTo).toHaveBeenCalledExactlyOnceWith(path, 'replace')
    expect(submit).not.toHaveBeenCalled()
  })

  it('after success goes there again', async () => {
    keptDraft.clear()
    keptReceipt.keep(draft, receipt)
    const { goTo } = open(receipt)
    await pass(0)
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/partners/success', 'replace')
  })
})

describe('the success page', () => {
  it('§2.1 shows the reference and where the mail went', () => {
    keptReceipt.keep(draft, receipt)
    render(<Success supportLink="mailto:help@quaff.test" />)
    expect(screen.getByText(/sent a confirmation to ana@halfmoon.test\. Keep this reference/)).toBeTruthy()
    expect(screen.getByText('ABCD-1234')).toBeTruthy()
    expect(screen.getByText('Nov 20, 2026, 3:26 PM')).toBeTruthy()
  })

  it('says to a stranger that nothing was sent from there, and shows nothing as received', () => {
    expect(renderToString(<Success supportLink="mailto:help@quaff.test" />)).not.toMatch(/received/i)
    render(<Success supportLink="mailto:help@quaff.test" />)
    expect(screen.getByRole('heading', { name: 'No application found in this tab.' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start an application' }).getAttribute('href')).toBe('/partners/signup')
    for (const text of [/received/i, 'Reference', 'Done']) expect(screen.queryByText(text)).toBeNull()
  })
})

describe('the page of existing accounts', () => {
  it('claims nothing to anyone who opens it, and names the address that was proved in the tab', () => {
    render(<ExistingAccount />)
    expect(screen.getByRole('heading', { name: 'Do you have an account?' })).toBeTruthy()
    cleanup()
    keptKnownEmail.keep('ana@halfmoon.test')
    render(<ExistingAccount />)
    expect(screen.getByText(/already an account for ana@halfmoon\.test\. Log in to continue/)).toBeTruthy()
  })

  it('§2.1 offers to log in, to activate, and to bring the account along', () => {
    render(<ExistingAccount />)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/auth/login',
      '/auth/register',
      '/partners/convert',
      '/partners/signup',
    ])
  })
})
