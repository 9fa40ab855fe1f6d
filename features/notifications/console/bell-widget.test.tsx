import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  LiveProvider,
  SessionProvider,
  useMerchantSelection,
  useSession,
} from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { WaitingItem } from '../contract'
import { Bell } from './bell-widget'

const asOf = new Date('2026-03-10T12:00:00Z')

function item(change: Partial<WaitingItem> = {}): WaitingItem {
  return {
    id: 'registrations',
    kind: 'registrations',
    title: '2 registrations wait for approval',
    detail: null,
    count: 2,
    since: new Date('2026-03-09T12:00:00Z'),
    href: '/users?tab=pending',
    urgent: false,
    isNew: true,
    merchant: null,
    ...change,
  }
}
const urgent = item({ id: 'failed_mails', kind: 'failed_mails', title: '1 mail failed to send', urgent: true })

const Chosen = () => <output>{useMerchantSelection().current?.name ?? 'all'}</output>
function Inside() {
  if (!useSession().session) return null
  return (
    <LiveProvider>
      <Bell />
      <main>
        <Chosen />
      </main>
    </LiveProvider>
  )
}

type Setting = { items?: WaitingItem[]; session?: Session; answers?: Answers }

async function open({ items = [], session = buildSession(), answers = {} }: Setting = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'sessions.live': () => new Promise(() => undefined),
      'notifications.waiting': () => ({ asOf, items, onWaitlists: 0 }),
      'notifications.markSeen': () => ({ success: true }),
      ...answers,
    },
  )
  await screen.findByRole('button', { name: /^Notifications/ })
  const count = (name: string) => view.calls.filter((call) => call.name === `notifications.${name}`).length
  return { ...view, count, user: userEvent.setup() }
}
const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const list = () => screen.findByRole('dialog', { name: /^Notifications/, hidden: true })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the bell', () => {
  it('says how much is new, and opens a list with what is urgent first', async () => {
    const { user } = await open({ items: [urgent, item(), item({ id: 'seen', isNew: false, title: 'Seen before' })] })
    await user.click(await screen.findByRole('button', { name: /, 2 new$/ }))
    const groups = await within(await list()).findAllByRole('region', { hidden: true })
    expect(groups.map((group) => within(group).getByRole('heading', { hidden: true }).textContent)).toEqual([
      'Urgent',
      'Other',
    ])
    const links = within(await list()).getAllByRole('link', { hidden: true })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(3).fill('/users?tab=pending'))
    expect(links.map((link) => link.textContent?.includes('New'))).toEqual([true, true, false])
  })

  it('counts what waits after it was seen too, in a quieter tone', async () => {
    await open({ items: [item({ isNew: false }), item({ id: 'mails', isNew: false })] })
    const seen = await screen.findByRole('button', { name: 'Notifications, 2 waiting' })
    expect(within(seen).getByText('2').dataset['new']).toBe('false')
  })

  it('says so when nothing waits', async () => {
    const { user } = await open()
    await user.click(bell())
    expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
    expect(bell().getAttribute('aria-label')).toBe('Notifications')
  })

  it('works by keyboard: into the list, through it, and back with Esc', async () => {
    const { user } = await open({ items: [urgent, item()] })
    await screen.findByRole('button', { name: /, 2 new$/ })
    bell().focus()
    await user.keyboard('{Enter}')
    const heading = await screen.findByRole('heading', { name: 'Notifications', hidden: true })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await user.tab()
    expect(document.activeElement?.textContent).toContain('1 mail failed to send')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Notifications', hidden: true })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(bell()))
  })

  it('keeps what is new marked while it is read, and marks it as seen when the list closes', async () => {
    const { user, calls, count } = await open({ items: [item()] })
    await user.click(await screen.findByRole('button', { name: /, 1 new$/ }))
    expect(await screen.findByText('New')).toBeTruthy()
    expect(count('markSeen')).toBe(0)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(count('waiting')).toBe(2))
    expect(calls.find(({ name }) => name === 'notifications.markSeen')?.input).toEqual({ asOf })
  })

  it('marks nothing where nothing is new, and bears it when marking fails', async () => {
    const quiet = await open({ items: [item({ isNew: false })] })
    await quiet.user.click(bell())
    await list()
    await quiet.user.click(bell())
    expect(quiet.count('markSeen')).toBe(0)
    quiet.unmount()
    const failing = await open({
      items: [item()],
      answers: {
        'notifications.markSeen': () => {
          throw new Error('previewing')
        },
      },
    })
    await failing.user.click(await screen.findByRole('button', { name: /, 1 new$/ }))
    await list()
    await failing.user.click(bell())
    await waitFor(() => expect(failing.count('waiting')).toBe(2))
  })

  it('marks nothing during a preview, which changes nothing', async () => {
    const preview = { merchantId: 'mer_1', merchantName: 'Tide & Bean', role: 'merchant_viewer' }
    const session = { ...buildSession({ role: 'merchant_viewer', merchantIds: ['mer_1'] }), preview }
    const { user, count } = await open({ items: [item()], session })
    await user.click(await screen.findByRole('button', { name: /, 1 new$/ }))
    await list()
    await user.click(bell())
    expect(count('markSeen')).toBe(0)
  })

  it('opens with its list when it is pressed before anything of that is there', async () => {
    await open({ items: [item()] })
    fireEvent.click(bell())
    expect(await screen.findByText('2 registrations wait for approval')).toBeTruthy()
  })

  it('chooses the merchant that a notification is about, and all of them for the rest', async () => {
    const merchant = { id: 'mer_2', name: 'Tide & Bean', logoUrl: null }
    const about = item({ id: 'bank', title: 'Bank details of Tide & Bean are missing', merchant, count: 1 })
    const { user } = await open({ items: [about, item()] })
    const follow = async (name: RegExp) => {
      await user.click(bell())
      const link = await screen.findByRole('link', { name, hidden: true })
      link.addEventListener('click', (event) => event.preventDefault())
      await user.click(link)
    }
    await screen.findByRole('button', { name: /, 2 new$/ })
    await follow(/Bank details/)
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('Tide & Bean'))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Bank details/, hidden: true })).toBeNull())
    await follow(/registrations/)
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('all'))
  })

  it('leaves this tab alone when a notification opens in a new tab, which selects its merchant by the address', async () => {
    const merchant = { id: 'mer_2', name: 'Tide & Bean', logoUrl: null }
    const about = item({ id: 'bank', title: 'Bank details of Tide & Bean are missing', merchant, count: 1 })
    const { user } = await open({ items: [about] })
    await user.click(bell())
    const link = await screen.findByRole('link', { name: /Bank details/, hidden: true })
    expect(link.getAttribute('href')).toContain('openMerchant=mer_2')
    link.addEventListener('click', (event) => event.preventDefault())
    await user.keyboard('{Control>}')
    await user.click(link)
    await user.keyboard('{/Control}')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Bank details/, hidden: true })).toBeNull())
    expect(document.querySelector('output')?.textContent).not.toBe('Tide & Bean')
  })

  it('offers Retry when the list cannot be read', async () => {
    let isDown = true
    const { user } = await open({
      answers: {
        'notifications.waiting': () => {
          if (isDown) throw new Error('down')
          return { asOf, items: [item()] }
        },
      },
    })
    await user.click(bell())
    expect(await screen.findByText('Couldn’t load notifications')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry', hidden: true }))
    expect(await screen.findByText('2 registrations wait for approval')).toBeTruthy()
  })

  it('is a sheet on phones, with the focus back on the bell when it closes', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
      return { matches: query.includes('max-width: 47.99em'), media: query, ...listen } as unknown as MediaQueryList
    })
    const { user } = await open({ items: [item()] })
    await user.click(await screen.findByRole('button', { name: /, 1 new$/ }))
    expect(await screen.findByRole('link', { name: /registrations/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(bell()))
  })
})

describe('what the bell shows', () => {
  it('is asked for again each minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { count } = await open()
    await waitFor(() => expect(count('waiting')).toBe(1))
    await passTime(60_000)
    await waitFor(() => expect(count('waiting')).toBe(2))
  })

  it('is asked for again a second after the last of a burst of changes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const events: unknown[] = []
    let wake: () => void = () => undefined
    async function* live() {
      for (;;) {
        yield* events.splice(0)
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
    const { count } = await open({ answers: { 'sessions.live': live } })
    await waitFor(() => expect(count('waiting')).toBe(1))
    for (const topic of ['user', 'merchant', 'redemption', 'user'])
      events.push({ kind: 'event', topic, subjectId: 'x', merchantId: null })
    act(() => wake())
    await passTime(700)
    expect(count('waiting')).toBe(1)
    await passTime(400)
    expect(count('waiting')).toBe(2)
    await passTime(1_200)
    expect(count('waiting')).toBe(2)
  })
})
