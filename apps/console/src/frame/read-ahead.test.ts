import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionsApi } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { ahead, forgetUnopened, hold, type Opening } from '@quaff/platform/console/query-client'
import { sessionOf } from '../testing/render-address'
import { readAhead } from './read-ahead'

type Search = { q?: unknown }
const search = { read: (raw: Record<string, unknown>): Search => ({ q: raw.q }) }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the inputs of the page's reads; undefined if it has none. */
async function open(session: Session | null | undefined, fullPath: string) {
  const client = new QueryClient()
  if (session !== undefined) client.setQueryData(sessionsApi.current.queryKey(), session)
  const reads = vi.fn<(opening: Opening<Search>) => []>(() => [])
  const requested = {
    context: { queryClient: client },
    location: { search: { q: 'bean', other: 1 } },
    route: { fullPath },
  }
  await readAhead(search, reads)(requested)
  const [opening] = reads.mock.calls[0] ?? []
  return opening && { ...opening, client: opening.client === client }
}

it('tells a page who opens it, and what its address asks for', async () => {
  const opening = await open(sessionOf({ role: 'quaff_admin' }), '/merchants')
  expect(opening).toMatchObject({ client: true, search: { q: 'bean' }, role: 'quaff_admin', merchantId: undefined })
})

const application = { id: 'app_1', name: 'Blue Spoon', logoUrl: null, temporary: true }

it.each([
  ['no one is signed in', null, '/users'],
  ['no session is known yet', undefined, '/users'],
  ['the page is not for this role', sessionOf({ role: 'merchant_owner' }), '/merchants'],
  ['the venue is an application only', sessionOf({ role: 'merchant_owner', assigned: application }), '/users'],
  ['a merchant would have to be chosen first', sessionOf({ role: 'quaff_admin' }), '/plans'],
  ['the second factor is still to be set up', { ...sessionOf({ role: 'quaff_admin' }), mustEnrol: true }, '/merchants'],
] as const)('asks for nothing when %s', async (_, session, page) => {
  expect(await open(session, page)).toBeUndefined()
})

it('does nothing where no data is kept', async () => {
  const reads = vi.fn(() => [])
  await readAhead(search, reads)({ context: {}, location: { search: {} }, route: { fullPath: '/users' } })
  expect(reads).not.toHaveBeenCalled()
})

it.each([true, false])(
  'keeps the current page (%s) until the next has loaded, and never an empty window',
  async (isShown) => {
    const client = new QueryClient()
    client.setQueryData(sessionsApi.current.queryKey(), sessionOf({ role: 'quaff_admin' }))
    const opened = vi.fn()
    const requested = {
      context: { queryClient: client, hasPage: () => isShown },
      location: { search: {} },
      route: { fullPath: '/merchants' },
    } as const
    const opening = readAhead(search, () => [new Promise(() => undefined)])(requested).then(opened)
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveBeenCalledTimes(isShown ? 0 : 1)
    await vi.advanceTimersByTimeAsync(200)
    await opening
    expect(opened).toHaveBeenCalledOnce()
  },
)

it('holds a page until all is read, also when a read fails', async () => {
  let finish = () => {}
  const read = new Promise<void>((resolve) => (finish = resolve))
  const held = vi.fn()
  void hold([read, Promise.reject(new Error('gone'))]).then(held)
  await vi.advanceTimersByTimeAsync(100)
  expect(held).not.toHaveBeenCalled()
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(held).toHaveBeenCalledOnce()
})

it('holds no page for longer than a fifth of a second', async () => {
  const held = vi.fn()
  void hold([new Promise(() => undefined)]).then(held)
  await vi.advanceTimersByTimeAsync(199)
  expect(held).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(held).toHaveBeenCalledOnce()
})

it('forgets what was read for a page that no one opened', async () => {
  const client = new QueryClient()
  await client.prefetchQuery({ queryKey: ['drinks'], queryFn: () => 'Espresso', ...ahead })
  expect(client.getQueryData(['drinks'])).toBe('Espresso')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(client.getQueryData(['drinks'])).toBeUndefined()
})

it('forgets it at any change, but not what a page has shown', async () => {
  const client = new QueryClient()
  const read = (name: string) => ({ queryKey: [name], queryFn: () => name, staleTime: Infinity })
  await client.prefetchQuery({ ...read('Espresso'), ...ahead })
  await client.prefetchQuery({ ...read('Lungo'), ...ahead })
  new QueryObserver(client, read('Lungo')).subscribe(() => undefined)()
  forgetUnopened(client)
  expect([client.getQueryData(['Espresso']), client.getQueryData(['Lungo'])]).toEqual([undefined, 'Lungo'])
})
