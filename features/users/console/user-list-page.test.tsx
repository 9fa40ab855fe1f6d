import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userStatuses, type UserRow } from '../contract'
import { listInputOf, shownUserTab, userFilterChange, userTabsFor } from './list/user-filters'
import { invitationText } from './sheet/invitation-text'
import { rightsInWords } from './sheet/rights-in-words'
import { UserListPage } from './user-list-page'
import { validateUserSearch, type UserSearch } from './user-search-widget'
import { userLooks } from './user-status'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { setFileDownloader } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'

const row = (change: Partial<UserRow> = {}): UserRow => ({
  id: 'usr_7',
  email: 'dana@wrenandrye.test',
  emailIsPlaceholder: false,
  displayName: 'Dana Whitlock',
  photoURL: null,
  role: 'merchant_owner',
  status: 'active',
  merchants: [
    { id: 'mer_1', name: 'Wren & Rye Coffee' },
    { id: 'mer_2', name: 'Tide & Bean' },
  ],
  createdAt: new Date('2026-11-17T00:00:00Z'),
  lastActive: new Date(0),
  subscriptionCount: 0,
  ...change,
})
const page = (rows: UserRow[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const stats = {
  totalUsers: 266,
  activeUsers: 250,
  merchantAccounts: 262,
  suspendedUsers: 12,
  newUsersThisMonth: 4,
  newSince: new Date('2026-11-01T00:00:00Z'),
  usersByRole: { quaff_admin: 4, merchant_owner: 131, merchant_viewer: 131 },
  tabs: { team: 240, pending: 3, customers: 11, blocked: 12 },
}
const record = {
  ...row(),
  phoneNumber: null,
  emailVerified: true,
  statusUpdatedAt: null,
  updatedAt: new Date('2026-11-18T00:00:00Z'),
  invitation: null,
}
const owner = buildSession({
  role: 'merchant_owner',
  merchantIds: ['mer_1'],
  assigned: { id: 'mer_1', name: 'Wren & Rye Coffee', logoUrl: null, temporary: false },
})

function Page({ start, seen }: { start: UserSearch; seen: (search: UserSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<UserSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <UserListPage search={search} onSearch={change} />
}

function renderUsers(answers: Answers = {}, start: UserSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'users.stats': () => stats,
      'users.list': () => page([row()]),
      'users.get': () => record,
      'merchants.options': () => [],
      ...answers,
    },
  )
  return { ...view, search: () => latest }
}

describe('the address of the list', () => {
  it.each<[Record<string, unknown>, UserSearch]>([
    [
      { tab: 'pending', q: 'dana', role: 'merchant_owner', status: 'pending' },
      { tab: 'pending', q: 'dana', role: 'merchant_owner', status: 'pending' },
    ],
    [{ tab: 'staff', role: ['a'], status: 'gone', merchantId: 'a/b' }, {}],
    [
      { sort: 'lastActive', order: 'asc', id: 'usr_7', action: 'create' },
      { sort: 'lastActive', order: 'asc', id: 'usr_7', action: 'create' },
    ],
    [{ createdFrom: 'yesterday', createdTo: '2026-11-20', page: '0' }, { createdTo: '2026-11-20' }],
  ])('reads %j', (raw, expected) => {
    expect(validateUserSearch(raw)).toEqual(expected)
  })

  it('starts with the team, newest first', () => {
    expect(listInputOf({}, 'UTC', undefined)).toEqual({ tab: 'team', sort: 'created', order: 'desc' })
  })

  it('is limited to the chosen merchant, whatever the address says', () => {
    expect(listInputOf({ merchantId: 'mer_9', tab: 'customers' }, 'UTC', 'mer_1')).toMatchObject({
      merchantId: 'mer_1',
      tab: 'team',
    })
    expect(userTabsFor(true)).toEqual(['team', 'pending'])
  })

  it('looks over all tabs for a status or a role', () => {
    expect(userFilterChange('status', 'suspended')).toEqual({ status: 'suspended', page: undefined, tab: 'everyone' })
    expect(shownUserTab({ tab: 'everyone' }, false)).toBeUndefined()
  })
})

describe('words', () => {
  it('has a pill for every status', () => {
    expect(userStatuses.map((status) => userLooks[status].label)).toEqual([
      'Active',
      'Suspended',
      'Pending',
      'Pending approval',
      'Rejected',
    ])
  })

  it.each([
    ['quaff_admin', 6],
    ['merchant_owner', 5],
    ['merchant_viewer', 3],
    ['customer', 0],
    ['auditor', 0],
  ])('says the rights of %s in %i sentences', (role, count) => {
    expect(rightsInWords(permissionsFor(role, ['mer_1']))).toHaveLength(count)
  })

  it('tells the state of the invitation', () => {
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const createdAt = new Date('2026-11-01T00:00:00Z')
    expect(invitationText(null, day)).toBe('None')
    expect(invitationText({ createdAt, used: false, usedAt: null, requiresPasswordSetup: true }, day)).toBe(
      'Sent on 2026-11-01, not yet accepted, asks for a password first',
    )
    expect(invitationText({ createdAt, used: true, usedAt: createdAt, requiresPasswordSetup: false }, day)).toBe(
      'Accepted on 2026-11-01',
    )
  })
})

describe('users page', () => {
  it('shows tabs with counts, figures that filter, and merchants as chips', async () => {
    const { search } = renderUsers()
    expect(await screen.findByText('Dana Whitlock')).toBeTruthy()
    expect(screen.getByRole('tab', { name: /Suspended\/Rejected\s*12/ })).toBeTruthy()
    expect(screen.getByText('+1')).toBeTruthy()
    expect(screen.getAllByText('—')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: '131 owners' }))
    expect(search()).toMatchObject({ tab: 'everyone', role: 'merchant_owner' })
    fireEvent.click(screen.getByRole('button', { name: /New this month/ }))
    expect(search()).toMatchObject({ createdFrom: '2026-11-01', role: undefined })
  })

  it('marks a placeholder address and never links it', async () => {
    renderUsers({ 'users.list': () => page([row({ emailIsPlaceholder: true, email: 'x@placeholder.test' })]) })
    expect((await screen.findByText('no email address')).className).toContain('q-ghost')
    expect(screen.queryByText('x@placeholder.test')).toBeNull()
  })

  it('exports what is selected, or all that match', async () => {
    const download = vi.fn(() => Promise.resolve())
    setFileDownloader(download)
    renderUsers({}, { q: 'dana' })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Dana Whitlock' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() =>
      expect(download).toHaveBeenCalledWith({
        path: '/api/files/users-export',
        body: { format: 'csv', ids: ['usr_7'] },
        fileName: 'users.csv',
      }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    const all = await screen.findByRole('group', { name: /All matching/ })
    fireEvent.click(await within(all).findByRole('menuitem', { name: 'JSON', hidden: true }))
    await waitFor(() =>
      expect(download).toHaveBeenCalledWith({
        path: '/api/files/users-export',
        body: { format: 'json', filter: { tab: 'team', q: 'dana' } },
        fileName: 'users.json',
      }),
    )
  })

  it('gives owners two tabs, their merchant only, and no export', async () => {
    const { calls } = renderUsers({ 'sessions.current': () => owner })
    await screen.findByText('Dana Whitlock')
    expect(screen.getAllByRole('tab')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(calls.find((call) => call.name === 'users.list')?.input).toMatchObject({ merchantId: 'mer_1' })
  })

  it.each([
    [{ tab: 'pending' } as const, 'Nobody is waiting'],
    [{ q: 'zzz' }, 'Nothing matches "zzz"'],
  ])('with %j and nobody found says %s', async (start, text) => {
    renderUsers({ 'users.list': () => page([]) }, start)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('keeps the figures when the list fails', async () => {
    renderUsers({
      'users.list': () => {
        throw new Error('down')
      },
    })
    expect(await screen.findByText('Users could not be loaded')).toBeTruthy()
    expect(await screen.findByText('266', { selector: 'span[class*="value"]' })).toBeTruthy()
  })

  it('shows profile and access in the sheet', async () => {
    renderUsers({}, { id: 'usr_7' })
    const sheet = await screen.findByRole('dialog', { name: 'Dana Whitlock' })
    expect((await within(sheet).findByRole('link', { name: 'dana@wrenandrye.test' })).getAttribute('href')).toBe(
      'mailto:dana@wrenandrye.test',
    )
    fireEvent.click(within(sheet).getByRole('tab', { name: 'Access' }))
    expect(within(sheet).getByText('Manage assigned merchants')).toBeTruthy()
    expect(within(sheet).getByText('Tide & Bean')).toBeTruthy()
  })
})
