import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
import { readJoinAddress, type JoinAddress, type JoinApi } from '../../console/join-api-widget'
import { JoinWaitlist } from '../../console/join-waitlist-widget'
import type { InvitationOffer, Place } from '../../join-contract'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

const page = {
  slug: 'early-guests',
  name: '<b>Early</b> guests',
  description: 'Soon',
  city: null,
  isOpen: true,
  inviter: null,
  startToken: 'start-1',
}
const place: Place = {
  listName: 'Early guests',
  status: 'waiting',
  referralCode: 'abc',
  referralCount: 2,
  since: new Date('2026-11-01'),
  placeToken: 'place-1',
}
const offer: InvitationOffer = {
  kind: 'consumer',
  email: 'ana@example.test',
  city: 'Kiel',
  venues: ['Half Moon'],
  affiliateCode: 'BEN-2',
  appStoreUrl: 'https://apps.apple.com/app/quaff',
  playStoreUrl: null,
}
const invitation = { listName: 'Early guests', expiresAt: null, offer }
const refuse = (reason: string, message: string) =>
  Promise.reject(new ORPCError('CONFLICT', { message, data: { reason } }))

function open(changes: Partial<JoinApi> = {}, address: Partial<JoinAddress> = {}) {
  const api = {
    open: vi.fn<JoinApi['open']>(() => Promise.resolve(page)),
    openPlace: vi.fn<JoinApi['openPlace']>(() => Promise.resolve(null)),
    mailCode: vi.fn(() => Promise.resolve()),
    checkCode: vi.fn(() => Promise.resolve({ token: 'proof' })),
    join: vi.fn(() => Promise.resolve(place)),
    openInvitation: vi.fn(() => Promise.resolve({ state: 'open' as const, ...invitation })),
    acceptInvitation: vi.fn(() => Promise.resolve({ state: 'accepted' as const, ...invitation })),
    ...changes,
  } satisfies JoinApi
  render(<JoinWaitlist api={api} address={{ origin: 'https://quaff.test', slug: 'early-guests', ...address }} />)
  return api
}

async function askForCode(user = userEvent.setup()) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana Diaz')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.test')
  await user.type(screen.getByRole('textbox', { name: /^City/ }), 'Kiel')
  await user.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123 456')
  return user
}

describe('the address', () => {
  it('is read, and what is too long to be ours is absent', () => {
    const address = { origin: 'https://quaff.test', pathname: '/w/early-guests', search: '?ref=abc&code=ben&invite=' }
    expect(readJoinAddress(address)).toEqual({
      origin: 'https://quaff.test',
      slug: 'early-guests',
      invite: undefined,
      place: undefined,
      ref: 'abc',
      affiliateCode: 'ben',
    })
    expect(readJoinAddress({ ...address, pathname: '/w/%E0%A4%A', search: `?ref=${'x'.repeat(65)}` })).toMatchObject({
      slug: '',
      ref: undefined,
    })
  })
})

describe('joining', () => {
  it('shows the answers again after a reload, and keeps none once the person has joined', async () => {
    open()
    await userEvent.setup().type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana')
    cleanup()
    open()
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ana')
    const user = await askForCode()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Your link for friends')
    expect(sessionStorage).toHaveLength(0)
  })

  it('§G37 goes by the code in the mail, brings the friend’s code along, and ends with the own link', async () => {
    const api = open({}, { ref: 'friend', affiliateCode: 'ben' })
    expect(await screen.findByRole('heading', { name: '<b>Early</b> guests' })).toBeTruthy()
    const user = await askForCode()
    expect(api.mailCode).toHaveBeenCalledWith('ana@example.test')
    expect(api.join).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('heading', { name: 'You’re on the list' })).toBe(document.activeElement)
    expect(api.checkCode).toHaveBeenCalledWith('ana@example.test', '123456')
    expect(api.join).toHaveBeenCalledWith({
      slug: 'early-guests',
      token: 'proof',
      startToken: 'start-1',
      name: 'Ana Diaz',
      city: 'Kiel',
      postalCode: '',
      wantedVenue: '',
      trap: '',
      ref: 'friend',
      affiliateCode: 'ben',
    })
    expect(screen.getByLabelText('Your link for friends')).toHaveProperty(
      'value',
      'https://quaff.test/w/early-guests?ref=abc',
    )
    expect(screen.getByText('2 friends have joined with your link.')).toBeTruthy()
  })

  it('says at the field what is missing and asks no one', async () => {
    const api = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Join the waitlist' }))
    expect(screen.getByText('Enter your name')).toBeTruthy()
    expect(screen.getByText('Invalid email address')).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Name' })
    expect(document.activeElement).toBe(name)
    // The error is the field's description and not part of its name, so screen readers read it once.
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter your name')
    expect(api.mailCode).not.toHaveBeenCalled()
  })

  it('keeps the proof when joining failed, so that a second try needs no other code', async () => {
    const join = vi.fn<JoinApi['join']>(() => refuse('RATE_LIMIT', 'Too many attempts. Try again later.'))
    const api = open({ join })
    const user = await askForCode()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again later.')
    join.mockImplementation(() => Promise.resolve(place))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/You’re on the list/)).toBeTruthy()
    expect(api.checkCode).toHaveBeenCalledTimes(1)
  })

  it('opens the page again when it was open for too long, and joins', async () => {
    const join = vi.fn<JoinApi['join']>(() => Promise.resolve(place))
    join.mockImplementationOnce(() => refuse('FORM_EXPIRED', 'This page was open for too long.'))
    const api = open({ join })
    const user = await askForCode()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.getByText(/You’re on the list/)).toBeTruthy())
    expect(api.open).toHaveBeenCalledTimes(2)
    expect(join).toHaveBeenCalledTimes(2)
  })

  it('says at the code that it is not whole, and asks no one', async () => {
    const api = open()
    const user = await askForCode()
    const code = screen.getByRole('textbox', { name: 'Code' })
    await user.clear(code)
    await user.type(code, '12345')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(screen.getByText('Enter the 6 digits from the email')).toBeTruthy()
    expect(document.activeElement).toBe(code)
    expect(api.checkCode).not.toHaveBeenCalled()
  })

  it('says when the list could not be read, and reads it again', async () => {
    const read = vi.fn<JoinApi['open']>(() => Promise.reject(new Error('offline')))
    open({ open: read })
    const again = await screen.findByRole('button', { name: 'Try again' })
    read.mockImplementation(() => Promise.resolve(page))
    fireEvent.click(again)
    expect(await screen.findByRole('textbox', { name: 'Email' })).toBeTruthy()
  })

  it('says when the code is wrong, and calls the outcome unknown when no answer came', async () => {
    const checkCode = vi.fn<JoinApi['checkCode']>(() => refuse('CODE', 'This code is wrong.'))
    const join = vi.fn<JoinApi['join']>()
    open({ checkCode, join })
    const user = await askForCode()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.')
    checkCode.mockImplementation(() => Promise.resolve({ token: 'proof-1' }))
    join.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(unconfirmedText))
  })

  it('of a closed or an unknown list says so', async () => {
    open({ open: () => Promise.resolve({ ...page, isOpen: false }) })
    expect(await screen.findByText('This waitlist is closed. New people can’t join.')).toBeTruthy()
    cleanup()
    open({ open: () => refuse('WAITLIST', 'Waitlist not found, or you don’t have access.') })
    expect(await screen.findByText('This waitlist doesn’t exist')).toBeTruthy()
  })
})

describe('coming back', () => {
  it('shows the own place in the browser in which someone joined, and lets another person join', async () => {
    open()
    const user = await askForCode()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText(/You’re on the list/)
    cleanup()
    const api = open({ openPlace: vi.fn(() => Promise.resolve({ ...place, status: 'invited' as const })) })
    expect(await screen.findByRole('heading', { name: 'You’re invited' })).toBeTruthy()
    expect(api.openPlace).toHaveBeenCalledWith('early-guests', 'place-1')
    await user.click(screen.getByRole('button', { name: 'Use a different email' }))
    expect(await screen.findByRole('textbox', { name: 'Email' })).toBeTruthy()
    cleanup()
    expect(open().openPlace).not.toHaveBeenCalled()
  })

  it('by the link in the mail shows the place, and by one that opens nothing any more the form', async () => {
    open({ openPlace: () => Promise.resolve(place) }, { place: 'mailed' })
    expect(await screen.findByText(/You’re on the list/)).toBeTruthy()
    cleanup()
    open({}, { place: 'mailed' })
    expect(await screen.findByRole('textbox', { name: 'Email' })).toBeTruthy()
  })

  it('says to a removed person that only the team can add them, without an address to write to', async () => {
    open({ openPlace: () => Promise.resolve({ ...place, status: 'removed' as const }) }, { place: 'mailed' })
    expect(await screen.findByText(/You can’t join it again yourself\. Only our team can add you\.$/)).toBeTruthy()
    expect(screen.queryByText(/email us/i)).toBeNull()
  })

  it('through a friend’s link says who invites', async () => {
    const api = open({ open: vi.fn(() => Promise.resolve({ ...page, inviter: '<b>Ada</b>' })) }, { ref: 'friend' })
    expect(await screen.findByText('<b>Ada</b> invited you')).toBeTruthy()
    expect(api.open).toHaveBeenCalledWith('early-guests', 'friend')
  })
})

describe('an invitation', () => {
  it('is accepted by the button and not by being opened', async () => {
    const api = open({}, { invite: 'token' })
    const button = await screen.findByRole('button', { name: 'Accept invitation' })
    expect(api.acceptInvitation).not.toHaveBeenCalled()
    // A forwarded link names the person it is for.
    expect(screen.getByText('A spot on Early guests has opened up for ana@example.test.')).toBeTruthy()
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('You accepted your invitation from Early guests.')).toBeTruthy()
    expect(api.acceptInvitation).toHaveBeenCalledTimes(1)
  })

  it('accepted says what one gets and how: the app, the venues, the code', async () => {
    open({}, { invite: 'token' })
    fireEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))
    expect((await screen.findByRole('link', { name: 'App Store' })).getAttribute('href')).toBe(offer.appStoreUrl)
    expect(screen.queryByRole('link', { name: 'Google Play' })).toBeNull()
    for (const text of ['Sign in with ana@example.test.', 'In Kiel: Half Moon.', 'Enter the code BEN-2'])
      expect(screen.getByText(text)).toBeTruthy()
  })

  it.each([
    [
      'a guest without an app',
      { appStoreUrl: null },
      'It isn’t in the app stores yet. Check back here for the links, then sign in with ana@example.test.',
    ],
    ['a guest without a venue', { venues: [] }, 'No venues in Kiel yet. The app shows the nearest ones.'],
    ['a merchant', { kind: 'merchant' }, 'Use ana@example.test. It’s two short pages, and we’ll reply by email.'],
  ] as const)('accepted by %s promises nothing that is not there', async (_who, changes, text) => {
    const view = {
      ...invitation,
      state: 'accepted' as const,
      offer: { ...offer, ...changes, venues: [...(('venues' in changes && changes.venues) || [])] },
    }
    open({ openInvitation: () => Promise.resolve(view) }, { invite: 'token' })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    ['expired', 'This invitation has expired'],
    ['unknown', 'This invitation is no longer valid'],
  ] as const)('that is %s says so', async (state, title) => {
    open(
      { openInvitation: () => Promise.resolve({ state, listName: null, expiresAt: null, offer: null }) },
      { invite: 'token' },
    )
    expect(await screen.findByText(title)).toBeTruthy()
  })
})

it('prerendered says what is needed without a script', () => {
  expect(renderToString(<JoinWaitlist />)).toContain('This page needs JavaScript.')
})
