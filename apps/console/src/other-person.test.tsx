import { createORPCClient } from '@orpc/client'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '@quaff/features/sessions/contract'
import { createRpcLink } from './rpc-client'
import { renderAddress, sessionOf } from './testing/render-address'

afterEach(() => void vi.unstubAllGlobals())

const refusal = { defined: false, code: 'CONFLICT', status: 409, message: 'Other', data: { reason: 'OTHER_PERSON' } }

const venue = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false }

function ownerOfVenue(): Session {
  const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: venue })
  return { ...owner, user: { ...owner.user, uid: 'usr_other', email: 'owner@venue.test' } }
}

/** Signs in as another person in a second tab of the browser. */
function signInElsewhere(session: Session): void {
  act(() => {
    window.localStorage.setItem('quaff.session', JSON.stringify({ session, current: venue, isGlobalView: false }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'quaff.session' }))
  })
}

describe('calls of a tab', () => {
  async function sent(procedure: string[], answer: Response, onSessionLost = vi.fn()) {
    const requests: Request[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      requests.push(request)
      return answer
    })
    const link = createRpcLink({ person: () => 'usr_1', onSessionLost })
    const client = createORPCClient(link) as unknown as Record<
      string,
      Record<string, (input: object) => Promise<unknown>>
    >
    const [feature = '', name = ''] = procedure
    await client[feature]?.[name]?.({}).catch(() => undefined)
    return requests[0]?.headers.get('x-quaff-person')
  }
  const ok = () => Response.json({ json: {} })

  it('name the person for whom it shows data, but for the question who is signed in', async () => {
    expect(await sent(['merchants', 'update'], ok())).toBe('usr_1')
    expect(await sent(['sessions', 'signOut'], ok())).toBe('usr_1')
    expect(await sent(['sessions', 'current'], ok())).toBeNull()
    expect(await sent(['signIn', 'withPassword'], ok())).toBeNull()
  })

  it('ask who is signed in when they are refused for another person', async () => {
    const onSessionLost = vi.fn()
    await sent(['merchants', 'update'], Response.json({ json: refusal }, { status: 409 }), onSessionLost)
    expect(onSessionLost).toHaveBeenCalledTimes(1)
  })
})

it('a sign-in in another tab drops the data of the former person and says who is signed in now', async () => {
  const admin = sessionOf({ role: 'quaff_admin' })
  const other = ownerOfVenue()
  let current = admin
  const { client } = renderAddress('/settings', admin, { 'sessions.current': () => current })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  client.setQueryData(['left', 'behind'], 'of the administrator')
  current = other
  signInElsewhere(other)
  expect(await screen.findByText('You’re now signed in as owner@venue.test')).toBeTruthy()
  await waitFor(() => expect(client.getQueryData(['left', 'behind'])).toBeUndefined())
  expect(screen.getByText('Tide & Bean')).toBeTruthy()
})

it('a sign-in in another tab closes an open dialog with the text of the former person, and sends nothing', async () => {
  const admin = sessionOf({ role: 'quaff_admin' })
  const other = ownerOfVenue()
  let current = admin
  const { calls } = renderAddress('/users?action=invite', admin, { 'sessions.current': () => current })
  const typed = 'secret.colleague@venue.test'
  fireEvent.change(await screen.findByRole('textbox', { name: /^Email/ }, { timeout: 10_000 }), {
    target: { value: typed },
  })
  current = other
  signInElsewhere(other)
  expect(await screen.findByText('You’re now signed in as owner@venue.test')).toBeTruthy()
  await waitFor(() => expect(screen.queryByDisplayValue(typed)).toBeNull())
  expect(screen.queryByText('Discard what you typed?')).toBeNull()
  expect(calls.filter(({ name }) => name === 'users.invite')).toEqual([])
})

it('a tab whose slow answer cleared the stored session learns from this one that it goes on', async () => {
  const admin = sessionOf({ role: 'quaff_admin' })
  renderAddress('/settings', admin)
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  const stored = () => window.localStorage.getItem('quaff.session')
  await waitFor(() => expect(stored()).toContain(admin.user.uid))
  act(() => {
    window.localStorage.removeItem('quaff.session')
    window.dispatchEvent(new StorageEvent('storage', { key: 'quaff.session' }))
  })
  await waitFor(() => expect(stored()).toContain(admin.user.uid))
})

describe('a page that the browser kept and shows again by Back', () => {
  const showAgain = () =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  const open = async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    const view = renderAddress('/settings', sessionOf({ role: 'quaff_admin' }))
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    return { ...view, reload }
  }
  afterEach(() => {
    document.body.hidden = false
    vi.restoreAllMocks()
  })

  it('shows nothing of a person who has signed out since, and is loaded again', async () => {
    const { reload } = await open()
    // A kept page receives no storage event.
    window.localStorage.removeItem('quaff.session')
    showAgain()
    expect(document.body.hidden).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('asks the server again for the same person', async () => {
    const { reload, calls } = await open()
    const asked = () => calls.filter(({ name }) => name === 'sessions.current').length
    const before = asked()
    showAgain()
    await waitFor(() => expect(asked()).toBe(before + 1))
    expect(document.body.hidden).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
