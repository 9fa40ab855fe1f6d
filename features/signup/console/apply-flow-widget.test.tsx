import { ORPCError } from '@orpc/client'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { keepTabHistory } from '@quaff/platform/console/testing/tab-history'
import type { Conversion, SignupKind } from '../contract'
import { newDraft } from './application-draft'
import { ApplyFlow } from './apply-flow-widget'
import { keptDraft, keptStart } from './kept-application'
import type { SignupApi } from './signup-api-widget'

const network = vi.hoisted(() => ({ isDown: false }))
vi.mock('./counter-form', async (original) => {
  if (network.isDown) throw new Error('Failed to fetch dynamically imported module')
  return original()
})

const email = 'ana@halfmoon.test'
const convertible: Conversion = {
  state: 'convertible',
  displayName: 'Ana Paz',
  passes: 2,
  memberSince: new Date('2025-03-01T12:00:00Z'),
}
const stranger: Conversion = { state: 'none', displayName: null, passes: 0, memberSince: null }
const refuse = (status: number, reason: string, message: string) =>
  Promise.reject(new ORPCError('REFUSED', { status, message, data: { reason } }))

function open(kind: SignupKind = 'signup', changes: Partial<SignupApi> = {}) {
  const api = {
    open: vi.fn(() => Promise.resolve({ startToken: 'start' })),
    mailCode: vi.fn(() => Promise.resolve()),
    checkCode: vi.fn(() => Promise.resolve({ token: 'proof-token' })),
    readConversion: vi.fn(() => Promise.resolve(kind === 'convert' ? convertible : stranger)),
    submit: vi.fn(() => Promise.reject(new Error('not from this page'))),
    ...changes,
  } satisfies SignupApi
  const goTo = vi.fn()
  const supportLink = 'mailto:help@quaff.test'
  render(<ApplyFlow {...{ kind, api, goTo, supportLink }} affiliateCode="TABLE12" />)
  return { api, goTo, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

async function giveEmail(user: User, label = 'Work email') {
  await user.type(screen.getByRole('textbox', { name: label }), email)
  await user.click(button('Continue'))
}
async function giveCode(user: User) {
  await user.click(await screen.findByRole('textbox', { name: 'Code' }))
  await user.paste(' 123 456 ')
  await user.click(button('Continue'))
}
async function fillBusiness(user: User) {
  await user.type(await screen.findByRole('textbox', { name: 'Business name' }), 'Half Moon')
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Ana Paz')
  await user.click(button('Continue'))
}

let tab: ReturnType<typeof keepTabHistory>
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  tab = keepTabHistory()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the prerendered form', () => {
  it('comes to life without being drawn again', async () => {
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<ApplyFlow kind="signup" supportLink="mailto:help@quaff.test" />)
    const input = container.querySelector('input')
    const api = { open: () => Promise.resolve({ startToken: 's' }) } as unknown as SignupApi
    await act(async () => {
      render(<ApplyFlow kind="signup" api={api} supportLink="mailto:x" />, { container, hydrate: true })
    })
    expect(container.querySelector('input')).toBe(input)
    expect(container.querySelector('button')?.disabled).toBe(false)
  })

  it('takes what was typed before the script was there, before what the device keeps', async () => {
    keptDraft.keep({ ...newDraft('signup', '00000000-0000-4000-8000-000000000001'), email: 'old@halfmoon.test' })
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<ApplyFlow kind="signup" supportLink="mailto:help@quaff.test" />)
    const input = container.querySelector('input')
    input!.value = email
    const mailCode = vi.fn(() => Promise.resolve())
    const api = { open: () => Promise.resolve({ startToken: 's' }), mailCode } as unknown as SignupApi
    await act(async () => {
      render(<ApplyFlow kind="signup" api={api} supportLink="mailto:x" />, { container, hydrate: true })
    })
    expect(input?.value).toBe(email)
    await userEvent.click(button('Continue'))
    expect(mailCode).toHaveBeenCalledExactlyOnceWith(email, 'merchant_signup')
  })
})

describe('applying', () => {
  it('offers a retry if the code of the second step could not be fetched', async () => {
    network.isDown = true
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    expect(await screen.findByText(/Couldn’t reach the server/)).toBeTruthy()
    network.isDown = false
    await user.click(button('Retry'))
    await heading('Your counter')
    expect(screen.queryByText(/Couldn’t reach the server/)).toBeNull()
  })

  it('shows a phone number of the chosen country, also in the error', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    await heading('Your counter')
    await user.selectOptions(screen.getByRole('combobox', { name: /Country/ }), 'Germany')
    expect(await screen.findByPlaceholderText('+49 1512 3456789')).toBe(screen.getByRole('textbox', { name: 'Phone' }))
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), 'call me')
    await user.click(button(/Send application|Continue/))
    const message = 'Enter a phone number, such as +49 1512 3456789.'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('link', { name: `Phone: ${message}` })).toBeTruthy()
  })

  it('asks for a Japanese address in its order, and warns of an unusual postal code without a refusal', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    await heading('Your counter')
    const country = screen.getByRole('combobox', { name: /Country/ })
    const order = () => screen.getAllByRole('textbox').map(({ id }) => id)
    expect(order().slice(0, 5)).toEqual(['line1', 'line2', 'city', 'region', 'postalCode'])
    await user.selectOptions(country, 'Japan')
    expect(order().slice(0, 5)).toEqual(['postalCode', 'region', 'city', 'line1', 'line2'])
    expect(screen.getByRole('textbox', { name: 'Prefecture (optional)' })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Postal code (optional)' }), '１０００')
    await user.type(screen.getByRole('textbox', { name: 'Address' }), '千代田1-1')
    expect(screen.queryByText(/looks unusual/)).toBeNull()
    await user.click(screen.getByRole('textbox', { name: 'Phone' }))
    expect(screen.getByText(/Postal code looks unusual. Example: 154-0023/)).toBeTruthy()
    await user.selectOptions(country, 'Hong Kong')
    expect(screen.getByRole('textbox', { name: 'Postal code (optional)' })).toBeTruthy()
    await user.clear(screen.getByRole('textbox', { name: 'Postal code (optional)' }))
    expect(screen.queryByRole('textbox', { name: 'Postal code (optional)' })).toBeNull()
  })

  it('§2.1 goes from the address over the code and two steps to the processing page', async () => {
    const { api, goTo, user } = open()
    await giveEmail(user)
    expect(api.mailCode).toHaveBeenCalledExactlyOnceWith(email, 'merchant_signup')
    await giveCode(user)
    expect(api.checkCode).toHaveBeenCalledWith(email, 'merchant_signup', '123456')
    await fillBusiness(user)
    await heading('Your counter')
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'Canal Street 4')
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Kiel')
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+49 431 1')
    expect(screen.getByRole('radio', { name: /Not sure yet/ })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: /10 a month/ }))
    await user.click(screen.getByRole('checkbox'))
    for (let count = 0; count < 12; count++) await user.click(button(/Send application|Continue/))
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/partners/signup/processing')
    expect(keptDraft.read()).toMatchObject({
      kind: 'signup',
      email,
      isSent: true,
      affiliateCode: 'TABLE12',
      acceptsTerms: true,
      answers: { name: 'Half Moon', city: 'Kiel', firstPass: 'monthly' },
    })
  })

  it('keeps the draft on the device, and the proof in the tab only', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await user.type(await screen.findByRole('textbox', { name: 'Business name' }), 'Half')
    expect(screen.getByText('Draft saved on this device')).toBeTruthy()
    expect(JSON.stringify(localStorage)).not.toContain('proof-token')
    expect(JSON.stringify(sessionStorage)).toContain('proof-token')
    cleanup()
    open()
    expect(await screen.findByDisplayValue('Half')).toBeTruthy()
  })

  it('counts from the first time the form was opened in this tab, also when it is loaded again', async () => {
    const { api } = open()
    expect(api.open).toHaveBeenCalledTimes(1)
    await act(() => Promise.resolve())
    cleanup()
    expect(open().api.open).not.toHaveBeenCalled()
    expect(keptStart.read()).toBe('start')
  })

  it('says before the first step when the browser keeps nothing', async () => {
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('No.', 'SecurityError')
    })
    open()
    expect(screen.getByRole('alert').textContent).toMatch(/^Your browser blocks site data/)
    expect(button('Continue')).toHaveProperty('disabled', true)
    storage.mockRestore()
  })

  it.each([
    ['the same person', email, 'Half Moon'],
    ['another user', 'ben@elsewhere.test', ''],
  ])('on a device where %s finds a draft starts with "%s"', async (_, ownerEmail, name) => {
    const draft = newDraft('signup', '00000000-0000-4000-8000-000000000001')
    const answers = { ...draft.answers, name: 'Half Moon' }
    keptDraft.keep({ ...draft, email: ownerEmail, keyEmail: ownerEmail, ownerEmail, answers })
    const { user } = open()
    await user.clear(screen.getByRole('textbox', { name: 'Work email' }))
    await giveEmail(user)
    await giveCode(user)
    expect(await screen.findByRole('textbox', { name: 'Business name' })).toHaveProperty('value', name)
  })

  it('keeps what was typed by someone who only changes the address', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await user.type(await screen.findByRole('textbox', { name: 'Business name' }), 'Half Moon')
    await user.click(button(/^Change/))
    await user.clear(screen.getByRole('textbox', { name: 'Work email' }))
    await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'office@halfmoon.test')
    await user.click(button('Continue'))
    await giveCode(user)
    expect(await screen.findByRole('textbox', { name: 'Business name' })).toHaveProperty('value', 'Half Moon')
  })

  it.each(['none', 'pending', 'staff'] as const)(
    'with an account that is %s asks for the code first, like every other',
    async (state) => {
      const { api, user } = open('signup', { readConversion: vi.fn(() => Promise.resolve({ ...stranger, state })) })
      await giveEmail(user)
      const code = await screen.findByRole('textbox', { name: 'Code', description: /^We sent a 6-digit code to / })
      expect(document.activeElement).toBe(code)
      expect(api.mailCode).toHaveBeenCalledTimes(1)
      expect(api.readConversion).not.toHaveBeenCalled()
    },
  )

  it('says that an application is being read to the owner of its mailbox', async () => {
    const answer = { ...stranger, state: 'pending' as const }
    const { user } = open('signup', { readConversion: () => Promise.resolve(answer) })
    await giveEmail(user)
    await giveCode(user)
    await heading('We’re reviewing your application.')
  })

  it('leads the owner of a known mailbox to the page of existing accounts', async () => {
    const { goTo, user } = open('signup', { readConversion: () => Promise.resolve({ ...stranger, state: 'staff' }) })
    await giveEmail(user)
    await giveCode(user)
    await expect.poll(() => goTo.mock.calls).toEqual([['/partners/signup/existing']])
  })

  it('goes on without knowing the account when it could not be read', async () => {
    const { user } = open('signup', { readConversion: () => Promise.reject(new Error('away')) })
    await giveEmail(user)
    await giveCode(user)
    await heading('Your business')
  })

  it('§0023 goes back to the step before, with everything kept', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    await heading('Your counter')
    await user.click(button('Back'))
    await heading('Your business')
    await user.click(button('Back'))
    await heading('Start with your email.')
    expect(keptDraft.read()?.answers.name).toBe('Half Moon')
  })

  it('goes back by the browser as well, one entry for each step, and not beyond what was asked again', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    await heading('Your counter')
    expect(tab.length()).toBe(4)
    act(() => tab.back())
    await heading('Your business')
    act(() => tab.back())
    await heading('Start with your email.')
    expect(window.history.state).toBeNull()
    await user.click(button('Continue'))
    await heading('Enter your code')
    expect(tab.length()).toBe(2)
  })

  it('§G17 says what the server refuses at the address, and keeps what was typed', async () => {
    const text = 'Too many attempts. Try again in a minute.'
    const { user } = open('signup', { mailCode: () => refuse(429, 'RATE_LIMIT', text) })
    await giveEmail(user)
    expect(await screen.findByText(text)).toBeTruthy()
    const input = screen.getByRole('textbox', { name: 'Work email' })
    expect(input).toHaveProperty('value', email)
    expect(document.activeElement).toBe(input)
  })

  it('shows a wrong code in place', async () => {
    const text = 'This code is wrong or has expired. Check it, or request a new one.'
    const { user } = open('signup', { checkCode: () => refuse(400, 'CODE', text) })
    await giveEmail(user)
    await giveCode(user)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid')).toBe('true')
  })

  it('mails another code after a pause only', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, user } = open()
    await giveEmail(user)
    await user.click(await screen.findByRole('button', { name: /Send new code in/ }))
    expect(api.mailCode).toHaveBeenCalledTimes(1)
    await passTime(31_000)
    await user.click(button('Send new code'))
    expect(api.mailCode).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  it('lists what is wrong, takes the focus there, and leads to the field', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await heading('Your business')
    await user.click(button('Continue'))
    const alert = screen.getByRole('alert')
    expect(document.activeElement).toBe(alert)
    await user.click(screen.getByRole('link', { name: 'Your name: Enter your name.' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your name' }))
  })

  it('hides the trap from people, from readers and from the order of Tab', async () => {
    const { user } = open()
    await giveEmail(user)
    await giveCode(user)
    await fillBusiness(user)
    await heading('Your counter')
    const trap = document.querySelector<HTMLInputElement>('[name="leave-empty"]')
    expect(trap?.tabIndex).toBe(-1)
    expect(trap?.closest('[aria-hidden="true"]')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).toBeNull()
  })
})

describe('a customer who applies', () => {
  it('§2.1 §G37 proves the mailbox, sees what carries over, and goes on to the same two steps', async () => {
    const { api, user } = open('convert')
    await giveEmail(user, 'Email')
    expect(api.mailCode).toHaveBeenCalledExactlyOnceWith(email, 'merchant_convert')
    await giveCode(user)
    await heading('Welcome, Ana Paz.')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Your account, since March 2025',
      'Your email and your password',
      'Your 2 passes',
      'Nothing changes until approval',
    ])
    await user.click(button('Continue'))
    expect(await screen.findByRole('textbox', { name: 'Your name' })).toHaveProperty('value', 'Ana Paz')
    await user.click(button('Back'))
    await heading('Welcome, Ana Paz.')
    await user.click(button('Continue'))
    await user.type(await screen.findByRole('textbox', { name: 'Business name' }), 'Half Moon')
    await user.click(button('Continue'))
    await heading('Your counter')
    expect(keptDraft.read()).toMatchObject({ kind: 'convert', answers: { contactName: 'Ana Paz' } })
  })

  it('goes back to the address when the account is not theirs', async () => {
    const { user } = open('convert')
    await giveEmail(user, 'Email')
    await giveCode(user)
    await heading('Welcome, Ana Paz.')
    await user.click(button('Use a different email'))
    await heading('Use your existing account.')
    expect(sessionStorage.getItem('quaff.signup-proof')).toBeNull()
  })

  it.each([
    ['none', 'No account found.', '/partners/signup'],
    ['staff', 'You already have a merchant account.', '/auth/login'],
    ['blocked', 'You can’t apply with this account.', 'mailto:help@quaff.test'],
  ] as const)('whose account is %s reads "%s"', async (state, title, href) => {
    const answer = { ...convertible, state, displayName: null }
    const { user } = open('convert', { readConversion: () => Promise.resolve(answer) })
    await giveEmail(user, 'Email')
    await giveCode(user)
    await heading(title)
    const link = await screen.findByRole('link')
    expect(link.getAttribute('href')).toBe(href)
    expect(screen.queryByText(/contact support/i)).toBeNull()
  })

  it('whose proof is over confirms the mailbox again', async () => {
    const { user } = open('convert', { readConversion: () => refuse(401, 'PROOF', 'Confirm again.') })
    await giveEmail(user, 'Email')
    await giveCode(user)
    await heading('Confirm your email')
    expect(sessionStorage.getItem('quaff.signup-proof')).toBeNull()
  })
})
