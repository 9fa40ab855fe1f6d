import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { userColumns, userList } from './user-list'
import { UserTiles } from './user-tiles'

const stats = {
  totalUsers: 266,
  activeUsers: 250,
  merchantAccounts: 131,
  suspendedUsers: 12,
  newUsersThisMonth: 4,
  newSince: new Date('2026-11-01T00:00:00Z'),
  usersByRole: { quaff_admin: 4, merchant_owner: 1, merchant_viewer: 130, customer: 130, barista: 1 },
  tabs: { team: 240, pending: 3, customers: 11, blocked: 12 },
}

async function renderTiles(scopedTo?: string) {
  const onSearch = vi.fn()
  const view = renderConsole(<UserTiles scopedTo={scopedTo} search={{}} timeZone="UTC" onSearch={onSearch} />, {
    'users.stats': () => stats,
  })
  await screen.findByText('266')
  return { ...view, onSearch }
}

describe('the figures of the user stats', () => {
  it.each([
    [/^Total users/, {}],
    [/^Active/, { status: 'active' }],
    [/^Merchant accounts/, { role: 'merchant_accounts' }],
    [/^Suspended/, { status: 'suspended' }],
    [/^New this month/, { createdFrom: '2026-11-01' }],
    ['4 administrators', { role: 'quaff_admin' }],
    ['1 owner', { role: 'merchant_owner' }],
    ['130 viewers', { role: 'merchant_viewer' }],
    ['130 customers', { role: 'customer' }],
    [/^1 barista/, { role: 'barista' }],
  ])('filter the list to what they count: %s', async (name, filter) => {
    const { onSearch } = await renderTiles()
    fireEvent.click(screen.getByRole('button', { name }))
    const [next] = onSearch.mock.calls[0] ?? []
    const set = Object.entries(next as object).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(set)).toEqual({ tab: 'everyone', ...filter })
  })

  it('are those of the chosen merchant alone, with owners and viewers as the only roles', async () => {
    const { calls } = await renderTiles('mer_1')
    expect(calls.find(({ name }) => name === 'users.stats')?.input).toEqual({ merchantId: 'mer_1' })
    expect(screen.getByText('Of this merchant')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /administrator|customer|barista/ })).toBeNull()
    expect(screen.getByRole('button', { name: '1 owner' })).toBeTruthy()
  })
})

it('the columns are user, role, status, merchants, created, last active and subscriptions', () => {
  expect(userColumns('UTC').map(({ header }) => header)).toEqual([
    'User',
    'Role',
    'Status',
    'Merchants',
    'Created',
    'Last active',
    'Subscriptions',
  ])
})

it('§G11 a viewer has only the columns that tell who is in the team', () => {
  expect(userColumns('UTC', { isViewer: true }).map(({ header }) => header)).toEqual([
    'User',
    'Role',
    'Status',
    'Merchants',
  ])
})

it('the filters are role, status, merchant and created; of a chosen merchant owner and viewer alone', () => {
  const Chips = ({ scopedTo }: { scopedTo?: string }) => {
    const chips = userList.useChips?.({}, { scopedTo, timeZone: 'UTC', mayInvite: true })
    return <output>{JSON.stringify(chips)}</output>
  }
  const shown = (scopedTo?: string) => {
    const { unmount } = renderConsole(<Chips scopedTo={scopedTo} />, { 'merchants.options': () => [] })
    const text = screen.getByRole('status').textContent
    unmount()
    return text
  }
  for (const label of ['Role', 'Status', 'Merchant', 'Created']) expect(shown()).toContain(`"label":"${label}"`)
  expect(shown('mer_1')).toMatch(/merchant_owner.*merchant_viewer/)
  expect(shown('mer_1')).not.toMatch(/quaff_admin|customer|"Merchant"/)
})

it('has no column of subscriptions in the team, who have none', () => {
  expect(userColumns('UTC', { hasSubscriptions: false }).map(({ id }) => id)).not.toContain('subscriptions')
})
