import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { buildLink, buildLinkTotals } from '@quaff/features/affiliates/testing/link-row-factory'
import { buildMerchantRecord } from '@quaff/features/merchants/testing/merchant-record-factory'
import { buildPayoutCounts, buildPayoutRow, buildStatement } from '@quaff/features/payouts/testing/payout-row-factory'
import { buildUserRecord, buildUserRow } from '@quaff/features/users/testing/user-row-factory'
import { setFileDownloader } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderAddress, sessionOf } from './testing/render-address'

const foxglove = { id: 'mer_1', name: 'Foxglove Coffee', logoUrl: null, temporary: false }
const halfMoon = { id: 'mer_2', name: 'Half Moon Teas', logoUrl: null }
const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1', 'mer_2'], assigned: foxglove })
const page = (row: object) => ({ rows: [row], hasMore: false, nextCursor: null, total: 1 })
const person = { displayName: 'Dana Whitlock', merchants: [{ id: 'mer_1', name: foxglove.name }] }
const never = () => new Promise(() => undefined)
/** The other merchant's answer never arrives. */
const slowly = (answer: unknown) => (input: { merchantId?: string }) =>
  input.merchantId === foxglove.id ? answer : never()
const answers = {
  'merchants.options': () => [foxglove, halfMoon].map((one) => ({ ...one, status: 'active', isLive: true })),
  'payouts.list': slowly(page(buildPayoutRow({ net: 1_115_600 }))),
  'payouts.counts': slowly(buildPayoutCounts()),
  'payouts.get': () => buildStatement(),
  'users.list': slowly(page(buildUserRow(person))),
  'users.stats': slowly({
    totalUsers: 1,
    activeUsers: 1,
    merchantAccounts: 1,
    suspendedUsers: 0,
    newUsersThisMonth: 0,
    newSince: new Date('2026-03-01T00:00:00Z'),
    usersByRole: {},
    tabs: { team: 1, pending: 0, customers: 0, blocked: 0 },
  }),
  'users.get': () => buildUserRecord(person),
  'affiliates.list': slowly(page(buildLink())),
  'affiliates.totals': slowly(buildLinkTotals()),
  'affiliates.get': () => buildLink(),
}

function open(address: string, session = owner) {
  return { ...renderAddress(address, session, answers), user: userEvent.setup() }
}

async function switchTo(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(screen.getByRole('button', { name: /^Switch merchant/ }))
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  await screen.findByRole('button', { name: `Switch merchant. Now: ${name}` })
}

const lists = [
  { address: '/payouts?status=draft', row: /11,156\.00/ },
  { address: '/users?q=dana', row: /Dana Whitlock/ },
  { address: '/affiliates?q=table', row: /Table tent/ },
]

describe('after a switch of the merchant', () => {
  it.each(lists)('$address shows no row of the former merchant, and neither its search', async ({ address, row }) => {
    const { user, here } = open(address)
    expect((await screen.findAllByText(row)).length).toBeGreaterThan(0)
    await switchTo(user, halfMoon.name)
    expect(screen.queryAllByText(row)).toEqual([])
    expect(screen.queryAllByRole('checkbox', { name: row })).toEqual([])
    await waitFor(() => expect(here()).toBe(address.split('?')[0]))
  })

  it('a file that is still being made is dropped, and the person hears of it', async () => {
    let signal: AbortSignal | undefined
    setFileDownloader((_file, given) => {
      signal = given
      return new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason)))
    })
    const { user } = open('/affiliates')
    await screen.findByText('Table tent')
    await openListPart('Export')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }))
    await waitFor(() => expect(signal?.aborted).toBe(false))
    await switchTo(user, halfMoon.name)
    expect(signal?.aborted).toBe(true)
    expect(await screen.findByText('You switched the merchant or account before the file was ready.')).toBeTruthy()
  })
})

describe('an address that names a record of another merchant', () => {
  const other = sessionOf({
    role: 'merchant_owner',
    merchantIds: ['mer_1', 'mer_2'],
    assigned: { ...halfMoon, temporary: false },
  })
  it.each([
    ['/payouts?id=pay_1', 'Payout', /27,550|275\.50/],
    ['/users?id=usr_7', 'User', /dana@wrenandrye\.test/],
    ['/affiliates?id=lnk_1', 'Affiliate link', /Table tent/],
  ])('%s shows nothing of it', async (address, noun, secret) => {
    open(address, other)
    const sheet = await screen.findByRole('dialog', { name: noun })
    await waitFor(() => expect(sheet.textContent).toContain('This belongs to another merchant.'))
    await act(async () => undefined)
    expect(sheet.textContent).not.toMatch(secret)
  })
})

describe('the link of an email', () => {
  const link = '/payouts?id=pay_1&openMerchant=mer_2'
  const records = { ...answers, 'merchants.get': () => buildMerchantRecord({ ...halfMoon }) }

  it('selects its merchant, then leaves it out of the address', async () => {
    const { here } = renderAddress(link, owner, records)
    await screen.findByRole('button', { name: 'Switch merchant. Now: Half Moon Teas' })
    expect(here()).toBe('/payouts?id=pay_1')
  })

  it('shows nothing to an account without access, and the way on', async () => {
    const stranger = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: foxglove })
    const read = vi.fn()
    renderAddress(link, stranger, { ...records, 'payouts.get': read, 'merchants.get': read })
    await screen.findByRole('heading', { name: 'No access' })
    expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(read).not.toHaveBeenCalled()
  })

  it('waits for the server where the last visit knew fewer merchants', async () => {
    const before = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: foxglove })
    localStorage.setItem('quaff.session', JSON.stringify({ session: before, current: foxglove, isGlobalView: false }))
    let answer: (session: typeof owner) => void = () => undefined
    const current = new Promise<typeof owner>((resolve) => (answer = resolve))
    renderAddress(link, owner, { ...records, 'sessions.current': () => current })
    await screen.findByText('Loading your dashboard...')
    await act(() => new Promise<void>((done) => setTimeout(done, 200)))
    expect(screen.queryByRole('heading', { name: 'No access' })).toBeNull()
    answer(owner)
    await screen.findByRole('button', { name: 'Switch merchant. Now: Half Moon Teas' })
  })

  it('keeps its merchant through the sign-in', async () => {
    const { here } = renderAddress(link, null)
    await waitFor(() => expect(here()).toContain('/auth/login'))
    expect(new URL(here(), 'https://quaff.test').searchParams.get('from')).toBe(link)
  })
})

describe('a tab', () => {
  it('gives its merchant to a tab that is opened from it, whichever another tab chose last', async () => {
    const { user } = open('/payouts')
    await screen.findByRole('button', { name: 'Switch merchant. Now: Foxglove Coffee' })
    await switchTo(user, halfMoon.name)
    const startsWith = () => {
      const { current } = JSON.parse(localStorage.getItem('quaff.session') ?? '{}') as { current?: { id: string } }
      return current?.id
    }
    await waitFor(() => expect(startsWith()).toBe('mer_2'))
    const chosenElsewhere = (localStorage.getItem('quaff.session') ?? '').replaceAll('"mer_2"', '"mer_9"')
    localStorage.setItem('quaff.session', chosenElsewhere)
    fireEvent.focus(window)
    expect(startsWith()).toBe('mer_2')
  })

  it('keeps its merchant through a reload, whichever another tab chose last', async () => {
    const first = open('/payouts')
    await screen.findByRole('button', { name: 'Switch merchant. Now: Foxglove Coffee' })
    await switchTo(first.user, halfMoon.name)
    first.unmount()
    const chooseElsewhere = () => {
      const stored = localStorage.getItem('quaff.session') ?? ''
      localStorage.setItem(
        'quaff.session',
        stored.replaceAll('mer_2', 'mer_1').replaceAll(halfMoon.name, foxglove.name),
      )
    }
    chooseElsewhere()
    const reloaded = open('/payouts')
    await screen.findByRole('button', { name: 'Switch merchant. Now: Half Moon Teas' })
    reloaded.unmount()
    chooseElsewhere()
    sessionStorage.clear()
    open('/payouts')
    await screen.findByRole('button', { name: 'Switch merchant. Now: Foxglove Coffee' })
  })
})
