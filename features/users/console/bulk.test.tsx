import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import type { LiveMessage } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { hasChangedForm } from '@quaff/platform/console/forms/changed-forms'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UserRow } from '../contract'
import { buildUserRecord, buildUserRow } from '../testing/user-row-factory'
import { previewOf } from './bulk-dialog'
import { UserListPage } from './user-list-page'
import type { UserSearch } from './user-search-widget'

const ann = buildUserRow({ id: 'usr_a', displayName: 'Ann', email: 'ann@people.test', ownsMerchant: false })
const ben = buildUserRow({ id: 'usr_b', displayName: 'Ben', email: 'ben@people.test', status: 'pending' })
const cleo = buildUserRow({ id: 'usr_c', displayName: 'Cleo', email: 'cleo@people.test', status: 'suspended' })
const loaded = [ann, ben, cleo]
const stats = {
  totalUsers: 3,
  activeUsers: 1,
  merchantAccounts: 3,
  suspendedUsers: 1,
  newUsersThisMonth: 0,
  newSince: new Date('2026-11-01T00:00:00Z'),
  usersByRole: { merchant_owner: 3 },
  tabs: { team: 1, pending: 1, customers: 0, blocked: 1 },
}

const downloads: FileDownload[] = []
beforeEach(() => {
  downloads.length = 0
  setFileDownloader(async (file) => {
    downloads.push(file)
  })
})

function Page({ start }: { start: UserSearch }) {
  const [search, setSearch] = useState<UserSearch>(start)
  if (!useSession().session) return null
  return (
    <LiveProvider>
      <UserListPage search={search} onSearch={(next) => setSearch({ ...search, ...next })} />
    </LiveProvider>
  )
}

type Calls = readonly { name: string; input: unknown }[]
const inputsOf = (calls: Calls, name: string) => calls.filter((call) => call.name === name).map(({ input }) => input)
const pageOf = (rows: UserRow[], total = rows.length) => ({ rows, hasMore: false, nextCursor: null, total })

function renderPage(answers: Answers = {}, start: UserSearch = { tab: 'everyone' }) {
  return renderConsole(
    <SessionProvider>
      <Page start={start} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'users.stats': () => stats,
      'users.list': () => pageOf(loaded),
      'users.listSelected': () => loaded,
      'users.get': () => buildUserRecord(ann),
      'merchants.options': () => [],
      ...answers,
    },
  )
}
async function selectAll() {
  await screen.findByText('Cleo')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await screen.findByRole('region', { name: 'Selection' })
}
const chosen = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length
const refused = () => new ORPCError('CONFLICT', { message: 'You can only suspend active users.' })

describe('bulk actions on people', () => {
  it('show who it can be done to, who not and why, by the rules of the server', () => {
    const admin = { userId: 'usr_a', role: 'quaff_admin' }
    expect(previewOf('suspend', admin, loaded)).toEqual({
      possible: [],
      impossible: [
        { id: 'usr_a', name: 'Ann', reason: 'You can’t do this to your own account. Ask another administrator.' },
        { id: 'usr_b', name: 'Ben', reason: 'You can only suspend active users.' },
        { id: 'usr_c', name: 'Cleo', reason: 'You can only suspend active users.' },
      ],
    })
    expect(previewOf('resendInvitation', admin, loaded).possible.map(({ name }) => name)).toEqual(['Ben'])
    expect(previewOf('reactivate', admin, loaded).possible.map(({ name }) => name)).toEqual(['Cleo'])
  })

  it('run one request a person with the reason, tell each result, and keep selected who was not changed', async () => {
    const dora = buildUserRow({ id: 'usr_4', displayName: 'Dora' })
    const everybody = [...loaded, dora]
    const { calls } = renderPage({
      'users.list': () => pageOf(everybody),
      'users.listSelected': () => everybody,
      'users.suspend': ({ userId }: { userId: string }) => {
        if (userId === 'usr_4') throw refused()
        return { success: true }
      },
    })
    await selectAll()
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend 4 people?' })
    expect(await within(dialog).findByText('2 people can be suspended, 2 cannot.')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Left the company' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend 2' }))
    const outcome = await screen.findByRole('dialog', { name: '1 suspended · 1 failed' })
    expect(inputsOf(calls, 'users.suspend')).toEqual([
      { userId: 'usr_a', version: 3, reason: 'Left the company' },
      { userId: 'usr_4', version: 3, reason: 'Left the company' },
    ])
    const lines = within(within(outcome).getByRole('list', { name: 'Result per person' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual(['DoraYou can only suspend active users.', 'Annsuspended'])
    fireEvent.click(within(outcome).getAllByRole('button', { name: 'Close' })[0] ?? outcome)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('3 selected', { selector: '.q-strong' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ann' }).checked).toBe(false)
  })

  it('ask before the reason is lost, and keep it for the next try of who was not changed', async () => {
    const state = { isSignedIn: false }
    const { calls } = renderPage({
      'users.listSelected': () => [ann],
      'users.suspend': () => {
        if (!state.isSignedIn) throw new ORPCError('UNAUTHORIZED', { message: 'Sign in again.' })
        return { success: true }
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ann' }))
    const open = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 1 person?' }))
      return { dialog, reason: await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }) }
    }
    const first = await open()
    fireEvent.change(first.reason, { target: { value: 'Left the company' } })
    fireEvent.keyDown(first.reason, { key: 'Escape' })
    expect(await first.dialog.findByText('Discard what you typed?')).toBeTruthy()
    fireEvent.click(first.dialog.getByRole('button', { name: 'Keep editing' }))
    fireEvent.click(first.dialog.getByRole('button', { name: 'Suspend 1' }))
    const outcome = await screen.findByRole('dialog', { name: '0 suspended · 1 failed' })
    // An ended session covers the page instead of leaving it.
    expect(hasChangedForm()).toBe(true)
    fireEvent.click(within(outcome).getAllByRole('button', { name: 'Close' })[0] ?? outcome)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    state.isSignedIn = true
    const second = await open()
    expect(second.reason.value).toBe('Left the company')
    fireEvent.click(second.dialog.getByRole('button', { name: 'Suspend 1' }))
    expect(await screen.findByRole('dialog', { name: '1 suspended' })).toBeTruthy()
    expect(inputsOf(calls, 'users.suspend').at(-1)).toMatchObject({ reason: 'Left the company' })
    expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain('Left the company')
  })

  it('tell the result also when no one is left selected', async () => {
    renderPage({ 'users.listSelected': () => [ann], 'users.suspend': () => ({ success: true }) })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ann' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend 1' }))
    expect(await screen.findByRole('dialog', { name: '1 suspended' })).toBeTruthy()
    expect(chosen()).toBe(0)
  })

  it('stop when cancelled: who is done stays done, the others are not asked for', async () => {
    let finish: () => void = () => undefined
    const everybody = Array.from({ length: 5 }, (_, index) =>
      buildUserRow({ id: `usr_p${index}`, displayName: `Person ${index}`, status: 'pending' }),
    )
    const { calls } = renderPage({
      'users.list': () => pageOf([...everybody, cleo]),
      'users.listSelected': () => everybody,
      'users.resendInvitation': () =>
        new Promise((resolve) => {
          finish = () => resolve({ success: true })
        }),
    })
    await selectAll()
    await screen.findByRole('button', { name: 'Resend invitation R' })
    fireEvent.keyDown(document, { key: 'r' })
    fireEvent.click(await screen.findByRole('button', { name: 'Resend to 5' }))
    const working = await screen.findByRole('dialog', { name: 'Working…' })
    expect(within(working).getByText('0 of 5 people')).toBeTruthy()
    await waitFor(() => expect(inputsOf(calls, 'users.resendInvitation')).toHaveLength(1))
    act(() => finish())
    expect(await within(working).findByText('1 of 5 people')).toBeTruthy()
    await waitFor(() => expect(inputsOf(calls, 'users.resendInvitation')).toHaveLength(2))
    fireEvent.click(within(working).getByRole('button', { name: 'Stop' }))
    act(() => finish())
    await screen.findByRole('dialog', { name: '2 sent again · 3 not tried' })
    expect(inputsOf(calls, 'users.resendInvitation')).toHaveLength(2)
  })

  it('ask no one else once the connection is gone', async () => {
    const everybody = [ann, buildUserRow({ id: 'usr_4', displayName: 'Dora' })]
    const { calls } = renderPage({
      'users.listSelected': () => everybody,
      'users.suspend': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await selectAll()
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend 2' }))
    await screen.findByRole('dialog', { name: '0 suspended · 1 not confirmed · 1 not tried' })
    expect(inputsOf(calls, 'users.suspend')).toHaveLength(1)
  })

  it('are for an owner only resending, the others disabled with the reason', async () => {
    const assigned = { id: 'mer_1', name: 'Wren & Rye Coffee', logoUrl: null, temporary: false }
    const owner = buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned })
    renderPage({ 'sessions.current': () => owner }, {})
    await selectAll()
    expect((await screen.findByRole('button', { name: 'Suspend' })).getAttribute('aria-description')).toBe(
      'Only administrators can do this.',
    )
    expect(screen.getByRole('button', { name: 'Resend invitation R' }).getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })
})

describe('the selection', () => {
  const many = 1_284
  const matching = Array.from({ length: many }, (_, index) => `usr_m${index}`)
  const inTwoPages = ({ cursor }: { cursor?: string | null }) =>
    cursor
      ? { userIds: matching.slice(1_000), nextCursor: null, total: null }
      : { userIds: matching.slice(0, 1_000), nextCursor: 'next', total: many }

  it('takes all that match, which are exported by the filter, until one is left out', async () => {
    const { calls } = renderPage({
      'users.list': () => pageOf(loaded, many),
      'users.listIds': inTwoPages,
      'users.listSelected': ({ ids }: { ids: string[] }) => ids.map((id) => ({ ...ann, id })),
    })
    await selectAll()
    fireEvent.click(await screen.findByRole('button', { name: 'Select all 1,284' }))
    expect(await screen.findByText('All 1,284 selected', { selector: '.q-strong' })).toBeTruthy()
    expect(inputsOf(calls, 'users.listIds')).toEqual([{ cursor: undefined }, { cursor: 'next' }])
    fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend 1,284 people?' })
    await within(dialog).findByText('1,284 people can be suspended.')
    const requested = inputsOf(calls, 'users.listSelected').map((input) => (input as { ids: string[] }).ids)
    expect(requested.map(({ length }) => length)).toEqual([250, 250, 250, 250, 250, 34])
    expect(requested.flat()).toEqual(matching)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads[0]?.body).toEqual({ format: 'csv', filter: {} }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ann' }))
    expect(await screen.findByText('1,285 selected', { selector: '.q-strong' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Export CSV' }).getAttribute('aria-description')).toContain(
      'You can export up to 1,000 selected rows',
    )
  })

  it('takes all that a frequent word finds, although nobody has counted them', async () => {
    const found = Array.from({ length: 5_000 }, (_, index) => `usr_f${index}`)
    renderPage({
      'users.list': () => ({ ...pageOf(loaded, 0), total: null, hasMore: true, nextCursor: 'next' }),
      'users.listIds': () => ({ userIds: found, nextCursor: 'next', total: null }),
    })
    await selectAll()
    expect(screen.getByText('3 shown')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Select all found' }))
    expect(await screen.findByText('First 5,000 selected', { selector: '.q-strong' })).toBeTruthy()
  })

  it('survives another page and a new order, and is cleared by Escape and by other filters', async () => {
    renderPage({ 'users.list': () => pageOf(loaded, 40) })
    await selectAll()
    expect(chosen()).toBe(4)
    fireEvent.click(screen.getByRole('button', { name: 'User' }))
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: 'User' }).getAttribute('aria-sort')).toBe('descending'),
    )
    expect(chosen()).toBe(4)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(chosen()).toBe(0)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ben' }))
    expect(chosen()).toBe(1)
    fireEvent.click(screen.getByRole('tab', { name: /Pending/ }))
    expect(chosen()).toBe(0)
  })
})

/** A page with a live stream that renames Ann to Anna. */
function renderFollowed(start: UserSearch) {
  let wake: (message: LiveMessage) => void = () => undefined
  async function* live() {
    for (;;) yield await new Promise<LiveMessage>((resolve) => (wake = resolve))
  }
  let now = ann
  renderPage(
    {
      'sessions.live': live,
      'users.list': () => pageOf([now, ben, cleo]),
      'users.listSelected': () => [now],
      'users.get': () => buildUserRecord(now),
    },
    start,
  )
  return (change: Partial<UserRow>) => {
    now = { ...ann, displayName: 'Anna', ...change }
    act(() => wake({ kind: 'event', topic: 'user', subjectId: ann.id, merchantId: null }))
  }
}

describe('what others change', () => {
  it('is read within two seconds; selection and open person stay', async () => {
    const change = renderFollowed({ tab: 'everyone', id: ann.id })
    await screen.findByRole('dialog', { name: 'Ann' })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ben' }))
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }))
    const changedAt = performance.now()
    change({})
    expect(await screen.findByRole('dialog', { name: 'Anna' })).toBeTruthy()
    expect(performance.now() - changedAt).toBeLessThan(2_000)
    expect(screen.getByRole('tab', { name: 'Access' }).getAttribute('aria-selected')).toBe('true')
    expect(chosen()).toBe(1)
  })

  it('renews the preview of a bulk action, and keeps the reason that is being typed', async () => {
    const change = renderFollowed({ tab: 'everyone' })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ann' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend 1 person?' })
    const reason = await within(dialog).findByLabelText<HTMLTextAreaElement>('Reason')
    fireEvent.change(reason, { target: { value: 'Left the' } })
    change({ version: 4 })
    expect(await within(dialog).findByText('Anna')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Left the')
  })
})
