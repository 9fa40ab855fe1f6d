import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { chipChange } from '@quaff/platform/console/list/filter-definition'
import { setFileDownloader } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { listInput } from '@quaff/platform/console/testing/list-probe'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { userStatuses, type UserRow } from '../contract'
import type { InvitationStep } from '../invitations-contract'
import { buildUserRecord, buildUserRow } from '../testing/user-row-factory'
import { invitationText, rightsInWords } from './user-access-tab'
import { userList } from './user-list'
import { UserListPage } from './user-list-page'
import { userSearch, type UserSearch } from './user-search-widget'
import { shownUserTab, userQueryChange, userTabsFor } from './user-tabs'
import { userStatusMeta } from './user-text'

const row = buildUserRow
const details = { scopedTo: undefined, timeZone: 'UTC', mayInvite: true }
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
const record = buildUserRecord()
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

const foundStats = { ...stats, tabs: { team: 0, pending: 0, customers: 1, blocked: 0 } }

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
    expect(userSearch.read(raw)).toEqual(expected)
  })

  it('starts with the team, newest first', () => {
    expect(listInput(userList, {}, details)).toEqual({ tab: 'team', sort: 'created', order: 'desc' })
  })

  it('is limited to the chosen merchant, whatever the address says', () => {
    expect(
      listInput(userList, { merchantId: 'mer_9', tab: 'customers' }, { ...details, scopedTo: 'mer_1' }),
    ).toMatchObject({ merchantId: 'mer_1', tab: 'team' })
    expect(userTabsFor(true)).toEqual(['team', 'pending'])
  })

  it('looks over all tabs for a status or a role', () => {
    expect(chipChange(userList, 'status', 'suspended')).toEqual({
      status: 'suspended',
      page: undefined,
      tab: 'everyone',
    })
    expect(shownUserTab({ tab: 'everyone' }, false)).toBeUndefined()
    expect(shownUserTab({ status: 'pending' }, false)).toBe('pending')
    expect(shownUserTab({ status: 'pending', q: 'dana' }, false)).toBeUndefined()
  })
})

describe('words', () => {
  it('has a pill for every status', () => {
    expect(userStatuses.map((status) => userStatusMeta[status].label)).toEqual([
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

  it('has neither tabs nor search for one person', async () => {
    const alone = { ...stats, totalUsers: 1, tabs: { team: 1, pending: 0, customers: 0, blocked: 0 } }
    renderUsers({ 'users.stats': () => alone })
    await screen.findByText('Dana Whitlock')
    await waitFor(() => expect(screen.queryByRole('tablist')).toBeNull())
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('§5 marks an administrator by an imported document alone as without access', async () => {
    renderUsers({ 'users.list': () => page([row({ role: 'quaff_admin', roleIsNotGiven: true, merchants: [] })]) })
    expect(await screen.findByText('No access')).toBeTruthy()
    expect(screen.queryByText('All merchants')).toBeNull()
  })

  it('shows the email of a user without a name once', async () => {
    renderUsers({ 'users.list': () => page([row({ displayName: null, email: 'no.name@venue.test' })]) })
    expect(await screen.findByText('no.name@venue.test')).toBeTruthy()
    expect(screen.getAllByText('no.name@venue.test')).toHaveLength(1)
  })

  it('§3 marks a placeholder address and never links it', async () => {
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
      expect(download).toHaveBeenCalledWith(
        { path: '/api/files/users-export', body: { format: 'csv', ids: ['usr_7'] } },
        expect.any(AbortSignal),
      ),
    )
    await openListPart('Export')
    const all = await screen.findByRole('group', { name: /All matching/, hidden: true })
    fireEvent.click(await within(all).findByRole('menuitem', { name: 'JSON', hidden: true }))
    await waitFor(() =>
      expect(download).toHaveBeenCalledWith(
        { path: '/api/files/users-export', body: { format: 'json', filter: { q: 'dana' } } },
        expect.any(AbortSignal),
      ),
    )
    await openListPart('Export')
    const [, workbook] = await screen.findAllByRole('menuitem', { name: 'Excel (.xlsx)', hidden: true })
    if (workbook) fireEvent.click(workbook)
    await waitFor(() =>
      expect(download).toHaveBeenCalledWith(
        { path: '/api/files/users-export', body: { format: 'xlsx', filter: { q: 'dana' } } },
        expect.any(AbortSignal),
      ),
    )
  })

  it('gives owners two tabs, their merchant only, and no export', async () => {
    const { calls } = renderUsers({ 'sessions.current': () => owner })
    await screen.findByText('Dana Whitlock')
    expect(screen.getAllByRole('tab')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'List options' }))
    expect(await screen.findByRole('menuitem', { name: /^Columns/, hidden: true })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: /^Export/, hidden: true })).toBeNull()
    expect(calls.find((call) => call.name === 'users.list')?.input).toMatchObject({ merchantId: 'mer_1' })
  })

  it.each([
    [{ tab: 'pending' } as const, 'No one is waiting'],
    [{ q: 'zzz' }, 'No results for “zzz”'],
  ])('with %j and no one found says %s', async (start, text) => {
    renderUsers({ 'users.list': () => page([]) }, start)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('keeps the figures when the list fails', async () => {
    renderUsers({
      'users.list': () => {
        throw new Error('down')
      },
    })
    expect(await screen.findByText('Couldn’t load users')).toBeTruthy()
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

  it('starts with the role that the palette asked for', async () => {
    renderUsers({}, { action: 'invite-viewer' })
    const viewer = await screen.findByRole<HTMLInputElement>('radio', { name: /^Viewer/ })
    expect(viewer.checked).toBe(true)
  })

  it('asks for the name of the new venue when an empty platform invites its first owner', async () => {
    renderUsers({}, { action: 'invite-owner' })
    expect(await screen.findByRole('textbox', { name: /^Name of the venue/ })).toBeTruthy()
  })

  it.each(['create', 'invite'] as const)(
    'opens the invitation for ?action=%s, and closing clears the address',
    async (action) => {
      const { search } = renderUsers({}, { action })
      const dialog = await screen.findByRole('dialog', { name: 'Invite user' })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(search().action).toBeUndefined()
    },
  )

  it('opens the invitation with C', async () => {
    const { search } = renderUsers()
    await screen.findByText('Dana Whitlock')
    fireEvent.keyDown(document, { key: 'c' })
    expect(await screen.findByRole('dialog', { name: 'Invite user' })).toBeTruthy()
    expect(search().action).toBe('invite')
  })

  const viewer = () => {
    const assigned = { id: 'mer_1', name: 'Wren & Rye Coffee', logoUrl: null, temporary: false }
    return buildSession({ role: 'merchant_viewer', merchantIds: ['mer_1'], assigned })
  }

  it('offers the owner of a venue in setup no invitation before the request for approval', async () => {
    const session = { ...owner, user: { ...owner.user, merchantIds: [] } }
    renderUsers({ 'sessions.current': () => session, 'users.list': () => page([]) }, { action: 'invite' })
    expect(await screen.findByText('Available after setup')).toBeTruthy()
    expect(screen.getByText('People appear here once you’ve requested approval.')).toBeTruthy()
    const invite = screen.getByRole('button', { name: 'Invite user' })
    expect(invite.getAttribute('aria-description')).toBe('Request approval of your venue first.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('§G11 shows a viewer why no one can be invited, and offers no menu', async () => {
    renderUsers({ 'sessions.current': viewer }, { action: 'invite' })
    await screen.findByText('Dana Whitlock')
    expect(screen.getByRole('button', { name: 'Invite user' }).getAttribute('aria-description')).toBe(
      'Only administrators and owners can do this.',
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
  })

  it('shows a viewer the sheet of a colleague without buttons', async () => {
    renderUsers({ 'sessions.current': viewer }, { id: record.id })
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findByRole('tab', { name: 'Profile' })).toBeTruthy()
    expect(await sheet.findByRole('heading', { name: 'Contact' })).toBeTruthy()
    for (const name of [/Change role/, /Password reset/, /More actions/])
      expect(sheet.queryByRole('button', { name })).toBeNull()
  })

  it('shows an owner in the sheet of a colleague only what owners may do', async () => {
    renderUsers({ 'sessions.current': () => owner }, { id: record.id })
    const sheet = within(await screen.findByRole('dialog'))
    fireEvent.click(await sheet.findByRole('button', { name: 'More actions for Dana Whitlock' }))
    expect(await screen.findByRole('menuitem', { name: /Remove from/, hidden: true })).toBeTruthy()
    expect(sheet.queryByText(/Change role|Password reset/)).toBeNull()
  })

  it('shows a guard as the reason on its line of the row menu', async () => {
    renderUsers({ 'users.list': () => page([row({ ownsMerchant: true })]) })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Dana Whitlock' }))
    const line = await screen.findByRole('menuitem', { name: /Delete/, hidden: true })
    expect(line.getAttribute('aria-disabled')).toBe('true')
    expect(line.textContent).toContain('This user owns a merchant.')
    fireEvent.click(line)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('suspends from the row menu and reads the list again', async () => {
    const { calls } = renderUsers({ 'users.suspend': () => ({ success: true }) })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Dana Whitlock' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Suspend…', hidden: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Dana Whitlock?' })
    const listed = calls.filter(({ name }) => name === 'users.list').length
    fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.find(({ name }) => name === 'users.suspend')?.input).toEqual({ userId: 'usr_7', version: 3 })
    await waitFor(() => expect(calls.filter(({ name }) => name === 'users.list').length).toBeGreaterThan(listed))
  })

  it('§7 names the step that an invitation waits at, and resends with R', async () => {
    const step = (name: InvitationStep, isDone: boolean) => ({ step: name, isDone, at: null })
    const pending = buildUserRecord({
      status: 'pending',
      timeline: {
        steps: [step('sent', true), step('opened', false), step('used', false), step('passwordSet', false)],
        mail: 'sent',
        expiresAt: new Date('2026-11-24T00:00:00Z'),
        stuckAt: 'opened',
        stuckReason: 'NOT_OPENED',
      },
    })
    const { calls } = renderUsers(
      {
        'users.list': () => page([row({ status: 'pending' })]),
        'users.get': () => pending,
        'users.resendInvitation': () => ({ success: true }),
      },
      { id: 'usr_7', tab: 'pending' },
    )
    const sheet = await screen.findByRole('dialog', { name: 'Dana Whitlock' })
    fireEvent.click(within(sheet).getByRole('tab', { name: 'Access' }))
    expect(await within(sheet).findByText('Waits at "Opened"')).toBeTruthy()
    expect(within(sheet).getByText(/the link wasn’t opened yet/)).toBeTruthy()
    expect(within(sheet).getAllByText('Done')).toHaveLength(1)
    fireEvent.keyDown(document, { key: 'r' })
    await waitFor(() =>
      expect(calls.filter(({ name }) => name === 'users.resendInvitation').map(({ input }) => input)).toEqual([
        { userId: 'usr_7' },
      ]),
    )
    expect(rememberedEmail.read()).toBe('dana@wrenandrye.test')
  })

  it.each([
    [
      'the server fails',
      new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Our side.', data: { reason: 'UNEXPECTED' } }),
      'Failed to resend invitation',
    ],
    ['nothing answers', new TypeError('Failed to fetch'), /^We couldn’t confirm this was sent\. Check whether/],
  ])('§8 says so when %s to a resent invitation, and remembers no address', async (_, error, text) => {
    renderUsers(
      {
        'users.list': () => page([row({ status: 'pending' })]),
        'users.resendInvitation': () => {
          throw error
        },
      },
      { tab: 'pending' },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Dana Whitlock' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Resend/, hidden: true }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(rememberedEmail.read()).toBeNull()
  })
})

it('offers Undo for a removal from the merchant, and shows the reason if it came too late', async () => {
  const colleague = row({ role: 'merchant_viewer', merchants: [{ id: 'mer_1', name: 'Wren & Rye Coffee' }] })
  const over = 'You can no longer undo this removal. Invite them again.'
  const { calls } = renderUsers({
    'sessions.current': () => owner,
    'users.list': () => page([colleague]),
    'users.listInvitations': () => [],
    'users.removeFromMerchant': () => ({ success: true }),
    'users.restoreToMerchant': () => {
      throw new ORPCError('CONFLICT', { message: over, data: { reason: 'UNDO_OVER' } })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Dana Whitlock' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove from this merchant/, hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(over)).toBeTruthy()
  expect(screen.getByText('Couldn’t undo the removal')).toBeTruthy()
  const sent = calls.filter(({ name }) => name === 'users.restoreToMerchant').map(({ input }) => input)
  expect(sent).toEqual([{ userId: colleague.id, merchantId: 'mer_1' }])
})

describe('looking for someone', () => {
  const answers: Answers = { 'users.stats': (input) => (JSON.stringify(input).includes('quill') ? foundStats : stats) }

  it('finds people whatever the tab, with the count of each tab', async () => {
    const view = renderUsers(answers)
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search users' }), { target: { value: 'quill' } })
    expect(await screen.findByText('1 in Customers')).toBeTruthy()
    expect(screen.getByRole('tab', { name: /Customers/ }).textContent).toContain('1')
    await waitFor(() =>
      expect(view.calls.findLast(({ name }) => name === 'users.list')?.input).not.toHaveProperty('tab'),
    )
  })

  it('in the address names no tab, and a chosen one narrows it', () => {
    expect(shownUserTab({ q: 'quill' }, false)).toBeUndefined()
    expect(shownUserTab({ q: 'quill', tab: 'team' }, false)).toBe('team')
    expect(userQueryChange({ tab: 'blocked' }, 'quill')).toEqual({ q: 'quill', tab: 'everyone' })
    expect(userQueryChange({ tab: 'blocked', q: 'qui' }, 'quill')).toEqual({ q: 'quill' })
    expect(userQueryChange({ tab: 'everyone', q: 'quill' }, undefined)).toEqual({ tab: undefined })
  })
})
