import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserExistence } from '@quaff/features/sign-in/contract'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress } from './testing/render-address'

const found: UserExistence = {
  exists: true,
  displayName: 'Nora Vale',
  isPreApproved: true,
  requiresActivation: true,
  role: 'merchant_owner',
  merchantIds: ['mer_1'],
  status: 'pending',
}
const noOne: UserExistence = {
  ...found,
  exists: false,
  displayName: null,
  isPreApproved: false,
  requiresActivation: false,
  role: null,
  status: null,
}
/** The result for an anonymous caller. */
const unnamed: UserExistence = { ...found, displayName: null, role: null, merchantIds: [] }
const token = 'tok_12345678901234567890'
const mailboxProof = 'prf_12345678901234567890'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openRegister(answers: Answers = {}, search = `?token=${token}`) {
  const view = renderAddress(`/auth/register${search}`, null, {
    'signIn.checkLink': () => ({ valid: true, purpose: 'invitation', state: 'open', invitedTo: null }),
    'signIn.checkUserExists': () => found,
    'mailbox.requestCode': () => ({ success: true }),
    'mailbox.checkCode': () => ({ token: mailboxProof, expiresAt: new Date() }),
    ...answers,
  })
  const email = await screen.findByLabelText('Email')
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
  const paste = async (address: string) => {
    await user.clear(email)
    await user.click(email)
    await user.paste(address)
  }
  const fill = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  const activate = async (name: string, password: string, confirmation: string) => {
    await screen.findByRole('form', { name: 'Activate account' })
    await fill('Display name', name)
    await fill('Password', password)
    await fill('Confirm password', confirmation)
    await user.click(screen.getByRole('button', { name: 'Activate account' }))
  }
  const enterCode = async () => {
    await user.type(await screen.findByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
  }
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, paste, enterCode, fill, activate, called }
}

describe('/auth/register, the email check', () => {
  it('§4 §9 is made after a 500 ms pause', async () => {
    const checkedAt: number[] = []
    const { paste, called } = await openRegister({
      'signIn.checkUserExists': () => {
        checkedAt.push(Date.now())
        return found
      },
    })
    const before = Date.now()
    await paste('nora@venue.test')
    const after = Date.now()
    while (checkedAt.length === 0) await passTime(50)
    expect(checkedAt[0]).toBeGreaterThanOrEqual(before + 500)
    expect(checkedAt[0]).toBeLessThan(after + 900)
    expect(called('signIn.checkUserExists')).toEqual([{ email: 'nora@venue.test', invitationToken: token }])
  })

  it('§4 is made only when the value contains "@"', async () => {
    const { paste, called } = await openRegister()
    await paste('nora.venue.test')
    await passTime(1_000)
    expect(called('signIn.checkUserExists')).toEqual([])
  })

  it('§G17 is made for complete addresses only', async () => {
    const { paste, called } = await openRegister()
    for (const incomplete of ['nora@', 'nora@venue', '@venue.test', 'nora@venue.']) {
      await paste(incomplete)
      await passTime(1_000)
    }
    expect(called('signIn.checkUserExists')).toEqual([])
    await paste('nora@venue.test')
    await passTime(1_000)
    expect(called('signIn.checkUserExists')).toHaveLength(1)
  })

  it('§4 §G17 is made for strangers too, and mails nothing', async () => {
    const { paste, called } = await openRegister({ 'signIn.checkUserExists': () => unnamed }, '')
    await paste('nora@venue.test')
    expect(await screen.findByText('Account found')).toBeTruthy()
    expect(called('signIn.checkUserExists')).toEqual([{ email: 'nora@venue.test' }])
    expect(called('mailbox.requestCode')).toEqual([])
  })

  it('§G17 says that there were too many', async () => {
    const refusal = () => {
      throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many attempts. Try again in a minute.' })
    }
    const { paste } = await openRegister({ 'signIn.checkUserExists': refusal }, '')
    await paste('nora@venue.test')
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in a minute.')
  })

  it('§6 says "No pre-approved account found …" without a form, and shows the way to become a merchant', async () => {
    const { paste } = await openRegister({ 'signIn.checkUserExists': () => noOne }, '')
    await paste('nora@venue.test')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No pre-approved account found for this email address. Please contact your administrator to request access.',
    )
    expect(screen.queryByRole('form', { name: 'Activate account' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Become a merchant' }).getAttribute('href')).toBe('/partners')
  })

  it('§4 leads an active account to the login page with its address, and tells a customer what the console is for', async () => {
    const active = { ...unnamed, isPreApproved: false, requiresActivation: false, status: 'active' }
    const { paste, user, here } = await openRegister({ 'signIn.checkUserExists': () => active }, '')
    await paste('ada@people.test')
    expect((await screen.findByRole('alert')).textContent).toMatch(/This console is for administrators and venue teams/)
    await user.click(screen.getByRole('link', { name: 'login page' }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@people.test')
  })

  it('§8 clears the banner silently when it fails, and logs that without the address', async () => {
    let fails = false
    const { paste, failures } = await openRegister({
      'signIn.checkUserExists': () => {
        if (fails) throw new Error('down')
        return { ...found, isPreApproved: false, status: 'rejected' }
      },
    })
    await paste('nora@venue.test')
    await screen.findByRole('alert')
    fails = true
    await paste('nora@venue.test.eu')
    await passTime(1_000)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(failures).toMatchObject([{ procedure: 'signIn.checkUserExists' }]))
    expect(JSON.stringify(failures)).not.toContain('nora')
  })
})

describe('/auth/register, the activation form', () => {
  it('§2.2 §4 §5 appears only for pre-approved existing accounts, with the display name prefilled from the check', async () => {
    const { paste } = await openRegister()
    expect(screen.queryByRole('form', { name: 'Activate account' })).toBeNull()
    await paste('nora@venue.test')
    await screen.findByRole('form', { name: 'Activate account' })
    expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe('Nora Vale')
  })

  it.each([
    [['N', 'tea-kettle', 'tea-kettle'], 'Display name must be at least 2 characters'],
    [['Nora', '12345', '12345'], 'Password must be at least 6 characters'],
    [['Nora', '123456', '12345'], 'Please confirm your password'],
    [['Nora', '123456', '123457'], "Passwords don't match"],
  ] as const)('§5 refuses %j: %s', async ([name, password, confirmation], text) => {
    const { paste, activate, called } = await openRegister()
    await paste('nora@venue.test')
    await activate(name, password, confirmation)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(called('signIn.setupAccount')).toEqual([])
  })

  it('§5 refuses an incomplete address: "Invalid email address"', async () => {
    const { paste, user } = await openRegister()
    await paste('nora@venue')
    await user.tab()
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
  })

  it('§2.2 §G18 §G33 mails a code, then shows "Account Activated!" and "Sign Now", which fills in the address', async () => {
    const answers = { 'signIn.checkUserExists': () => unnamed, 'signIn.setupAccount': () => ({ success: true }) }
    const { paste, activate, enterCode, called, user, here } = await openRegister(answers, '')
    await paste('nora@venue.test')
    await activate('Nora', 'tea-kettle', 'tea-kettle')
    await enterCode()
    expect(await screen.findByRole('heading', { name: 'Account Activated!' })).toBeTruthy()
    const [email, purpose] = ['nora@venue.test', 'registration']
    expect(called('mailbox.requestCode')).toEqual([{ email, purpose }])
    expect(called('mailbox.checkCode')).toEqual([{ email, purpose, code: '123456' }])
    const given = { email, displayName: 'Nora', password: 'tea-kettle' }
    expect(called('signIn.setupAccount')).toEqual([{ ...given, mailboxProof }])
    expect(screen.getByRole('link', { name: 'Sign Now' }).getAttribute('href')).toBe('/auth/login')
    await user.click(screen.getByRole('link', { name: 'Sign Now' }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email)
  })

  it('asks the bearer of the invitation for no code', async () => {
    const { paste, activate, called } = await openRegister({ 'signIn.setupAccount': () => ({ success: true }) })
    await paste('nora@venue.test')
    await activate('Nora', 'tea-kettle', 'tea-kettle')
    await screen.findByRole('heading', { name: 'Account Activated!' })
    expect(called('mailbox.requestCode')).toEqual([])
    expect(called('signIn.setupAccount')).toMatchObject([{ invitationToken: token }])
  })

  it('asks for a code when the invitation is for another address', async () => {
    const { paste, activate, called } = await openRegister({ 'signIn.checkUserExists': () => unnamed })
    await paste('omar@venue.test')
    await activate('Omar', 'tea-kettle', 'tea-kettle')
    expect(await screen.findByLabelText('Code')).toBeTruthy()
    expect(called('signIn.setupAccount')).toEqual([])
  })

  it('keeps the confirmed email over a reload, and asks for no second code', async () => {
    const answers = {
      'signIn.checkUserExists': () => unnamed,
      'signIn.setupAccount': () => ({ success: false, error: 'This password is too common. Choose another one.' }),
    }
    const before = await openRegister(answers, '')
    await before.paste('nora@venue.test')
    await before.activate('Nora', 'tea-kettle', 'tea-kettle')
    await before.enterCode()
    await screen.findByText('This password is too common. Choose another one.')
    before.unmount()
    const after = await openRegister({ ...answers, 'signIn.setupAccount': () => ({ success: true }) }, '')
    await after.activate('Nora', 'tea-kettle-2', 'tea-kettle-2')
    await screen.findByRole('heading', { name: 'Account Activated!' })
    expect(after.called('mailbox.requestCode')).toEqual([])
    expect(after.called('signIn.checkUserExists')).toEqual([{ email: 'nora@venue.test', mailboxProof }])
    expect(after.called('signIn.setupAccount')).toMatchObject([{ email: 'nora@venue.test', mailboxProof }])
  })

  it('keeps the wait for the code over a reload, and no password', async () => {
    const before = await openRegister({ 'signIn.checkUserExists': () => unnamed }, '')
    await before.paste('nora@venue.test')
    await before.activate('Nora', 'tea-kettle', 'tea-kettle')
    await screen.findByLabelText('Code')
    expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain('tea-kettle')
    before.unmount()
    renderAddress('/auth/register', null, { 'signIn.checkUserExists': () => unnamed })
    expect(await screen.findByText(/We sent a 6-digit code to nora@venue.test/)).toBeTruthy()
  })

  it('says a wrong code in place', async () => {
    const refusal = 'This code is wrong or has expired. Check it, or request a new one.'
    const wrong = { 'signIn.checkUserExists': () => unnamed, 'mailbox.checkCode': () => refuse('BAD_REQUEST', refusal) }
    const { paste, activate, enterCode } = await openRegister(wrong, '')
    await paste('nora@venue.test')
    await activate('Nora', 'tea-kettle', 'tea-kettle')
    await enterCode()
    const form = screen.getByRole('form', { name: 'Code from the email' })
    expect((await within(form).findByRole('alert')).textContent).toBe(refusal)
    const code = within(form).getByLabelText('Code')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(code, { target: { value: '' } })
    fireEvent.submit(form)
    await waitFor(() => expect(within(form).queryByRole('alert')).toBeNull())
    expect(code.getAttribute('aria-invalid')).toBe('true')
  })

  it('names the account for password managers', async () => {
    const { paste, container } = await openRegister()
    await paste('nora@venue.test')
    const form = await screen.findByRole('form', { name: 'Activate account' })
    const username = form.querySelector<HTMLInputElement>('input[autocomplete="username"]')
    expect(username?.value).toBe('nora@venue.test')
    expect([...container.querySelectorAll('input')].filter(({ name }) => name === '')).toEqual([])
  })

  it.each([
    ['the error message of a thrown error', () => refuse('BAD_REQUEST', 'This code is wrong.'), 'This code is wrong.'],
    ['the error of a failed result', () => ({ success: false, error: 'This link is used.' }), 'This link is used.'],
    [
      'or "Failed to setup account. Please try again."',
      () => Promise.reject(new ORPCError('INTERNAL_SERVER_ERROR', { data: { reason: 'UNEXPECTED' } })),
      'Failed to setup account. Please try again.',
    ],
    [
      'nothing certain when no answer came',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'We couldn’t confirm this was saved. Try to sign in with this password, or try again.',
    ],
    [
      'the same for a failed result without an error',
      () => ({ success: false }),
      'Failed to setup account. Please try again.',
    ],
  ])('§8 §G18 shows %s', async (_name, setupAccount, text) => {
    const { paste, activate } = await openRegister({ 'signIn.setupAccount': setupAccount })
    await paste('nora@venue.test')
    await activate('Nora', 'tea-kettle', 'tea-kettle')
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

it('names the inviter and the venue when it is opened from an invitation', async () => {
  const invitedTo = { role: 'merchant_viewer', inviter: 'Maya Lindqvist', venues: ['Foxglove Coffee'] }
  await openRegister({ 'signIn.checkLink': () => ({ valid: true, purpose: 'invitation', state: 'open', invitedTo }) })
  expect(await screen.findByText(/Maya Lindqvist invited you to Foxglove Coffee on Quaff as/)).toBeTruthy()
})

function refuse(code: 'BAD_REQUEST', message: string): never {
  throw new ORPCError(code, { message })
}
