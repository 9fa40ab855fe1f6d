import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { type Answers, renderConsole } from '@quaff/platform/console/testing/render-console'
import type { Customer, FoundCustomer, Pass } from '../scan-contract'
import type { UsageRow } from '../usage-contract'
import { FindCustomerPage } from './find-customer-page'
import type { CustomerSearch } from './redemption-search-widget'

const now = new Date()
const found = (change: Partial<FoundCustomer> = {}): FoundCustomer => ({
  subscriptionId: 'sub_1',
  name: 'Tess F.',
  planName: 'Daily Cup',
  status: 'active',
  lastRedeemedAt: null,
  ...change,
})
const pass = (change: Partial<Pass> = {}): Pass => ({
  subscriptionId: 'sub_1',
  merchantId: 'mer_1',
  merchantName: 'Tide & Bean',
  planId: 'pln_1',
  planName: 'Daily Cup',
  status: 'active',
  currentPeriodEnd: new Date(now.getTime() + 86_400_000),
  endsWithPeriod: false,
  allowance: { kind: 'limited', drinks: 1, per: 'day', used: 0, left: 1, renewsAt: now },
  timeZone: 'UTC',
  verdict: 'succeeds',
  findings: [],
  places: [],
  placesTotal: 0,
  ...change,
})
const row = (change: Partial<UsageRow> = {}): UsageRow => ({
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Tide & Bean',
  subscriberName: 'Tess F.',
  userId: null,
  locationId: 'loc_1',
  locationName: 'Alder Street',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: now,
  method: 'barcode',
  status: 'completed',
  sincePreviousMs: null,
  flags: [],
  voided: null,
  kept: null,
  ...change,
})
const customer = (change: Partial<Customer> = {}): Customer => ({
  at: now,
  timeZone: 'UTC',
  name: 'Tess F.',
  scan: { accepted: true, because: null, subscriptionId: 'sub_1' },
  passes: [pass()],
  passesTotal: 1,
  redemptions: [],
  ...change,
})

function Page({ start, seen }: { start: CustomerSearch; seen: (search: CustomerSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<CustomerSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <FindCustomerPage search={search} onSearch={change} />
}

function open(answers: Answers = {}, start: CustomerSearch = {}, role = 'merchant_owner') {
  let latest = start
  const asked: unknown[] = []
  renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () =>
        buildSession({
          role,
          merchantIds: ['mer_1'],
          assigned: { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false },
        }),
      'redemptions.findCustomers': (input: unknown) => {
        asked.push(input)
        return { customers: [found(), found({ subscriptionId: 'sub_2', name: 'Tessa K.' })], hasMore: false }
      },
      'redemptions.getCustomer': () => customer(),
      ...answers,
    },
  )
  return { search: () => latest, asked, field: () => screen.findByRole('combobox', { name: /pass code/ }) }
}

afterEach(() => vi.unstubAllGlobals())

describe('a search', () => {
  it('begins with the customers of today, and goes on by name from two letters', async () => {
    const page = open()
    expect(await screen.findByRole('heading', { name: 'Latest today' })).toBeTruthy()
    await userEvent.type(await page.field(), 't')
    await userEvent.type(await page.field(), 'e')
    expect(await screen.findByRole('heading', { name: '2 customers' })).toBeTruthy()
    expect(page.search()).toEqual({ q: 'te' })
    expect(page.asked).toEqual([{ merchantId: 'mer_1' }, { merchantId: 'mer_1', name: 'te' }])
  })

  it('is walked with the arrow keys, Enter opens, and Escape leads back', async () => {
    const page = open()
    await screen.findByText('Tessa K.')
    await userEvent.type(await page.field(), '{ArrowDown}')
    expect((await page.field()).getAttribute('aria-activedescendant')).toMatch(/sub_2$/)
    await userEvent.keyboard('{Enter}')
    await screen.findByText('A scan would work now')
    expect(page.search().id).toBe('sub_2')
    await userEvent.keyboard('{Escape}')
    expect(page.search().id).toBeUndefined()
    expect(screen.getByText('Choose a customer')).toBeTruthy()
  })

  it('without a match says what to try', async () => {
    open({ 'redemptions.findCustomers': () => ({ customers: [], hasMore: false }) }, { q: 'zoe' })
    expect(await screen.findByText(/No customers called “.*zoe/)).toBeTruthy()
  })

  it('of a full list asks for the initial', async () => {
    open({ 'redemptions.findCustomers': () => ({ customers: [found()], hasMore: true }) }, { q: 'te' })
    expect(await screen.findByRole('heading', { name: 'More than 20 customers' })).toBeTruthy()
    expect(screen.getByText(/Type the initial/)).toBeTruthy()
  })

  it('that fails can be repeated', async () => {
    open({
      'redemptions.findCustomers': () => {
        throw new ORPCError('INTERNAL_SERVER_ERROR')
      },
    })
    expect(await screen.findByText('Couldn’t load customers')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})

describe('a pass code', () => {
  it('typed by a scanner with Enter opens the customer and clears the field for the next scan', async () => {
    const page = open()
    await screen.findByText('Tess F.')
    await userEvent.type(await page.field(), 'sub_1{Enter}')
    await screen.findByText('A scan would work now')
    expect(page.asked).toEqual([{ merchantId: 'mer_1' }, { merchantId: 'mer_1', code: 'sub_1' }])
    expect(page.search()).toEqual({ id: 'sub_1' })
    expect((await page.field()).getAttribute('value')).toBe('')
  })

  it('is looked up as soon as it is pasted', async () => {
    const page = open()
    await userEvent.click(await page.field())
    await userEvent.paste(' SUB–1234 \n')
    await screen.findByText('A scan would work now')
    expect(page.asked).toContainEqual({ merchantId: 'mer_1', code: 'SUB–1234' })
  })

  it('that is unknown is said, and stays to be corrected', async () => {
    const page = open({ 'redemptions.findCustomers': () => ({ customers: [], hasMore: false }) })
    await userEvent.type(await page.field(), 'sub_9{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/No pass of your venue has the code “.*sub_9/)
    expect((await page.field()).getAttribute('value')).toBe('sub_9')
  })

  it('can be scanned only where the browser reads codes', async () => {
    const page = open()
    await page.field()
    expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull()
  })

  it('seen by the camera opens the customer, and the camera is switched off', async () => {
    const stop = vi.fn()
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = () => Promise.resolve([{ rawValue: 'sub_77' }])
      },
    )
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { set: vi.fn(), configurable: true })
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: navigator.userAgent,
      mediaDevices: { getUserMedia: () => Promise.resolve({ getTracks: () => [{ stop }] }) },
    })
    const page = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Scan' }))
    await screen.findByText('A scan would work now')
    expect(page.asked).toContainEqual({ merchantId: 'mer_1', code: 'sub_77' })
    await waitFor(() => expect(stop).toHaveBeenCalled())
  })

  it('says what to do if the camera is not allowed', async () => {
    vi.stubGlobal('BarcodeDetector', class {})
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: navigator.userAgent,
      mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Scan' }))
    expect(await screen.findByText(/Allow the camera/)).toBeTruthy()
  })
})

describe('a customer', () => {
  const usedUp = customer({
    scan: {
      accepted: false,
      because: {
        reason: 'ALLOWANCE_USED_UP',
        at: new Date(now.getTime() + 3_600_000),
        allowance: { drinks: 1, per: 'day' },
        timeZone: 'UTC',
      },
      subscriptionId: 'sub_1',
    },
    redemptions: [row(), row({ id: 'red_2', redeemedAt: new Date(now.getTime() - 5 * 86_400_000) })],
  })

  it('whose scan would be refused: the reason and what to do come first', async () => {
    open({ 'redemptions.getCustomer': () => usedUp }, { id: 'sub_1' })
    const status = (await screen.findByText('A scan would be refused')).closest('[role="status"]')
    expect(status?.textContent).toMatch(/is used up until .*void its redemption below/)
  })

  it('lets an owner void a drink of today, and no older one', async () => {
    open({ 'redemptions.getCustomer': () => usedUp }, { id: 'sub_1' })
    const button = await screen.findByRole('button', { name: 'Void redemption' })
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Void this redemption?' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' })))
  })

  it('offers a viewer no void', async () => {
    open({ 'redemptions.getCustomer': () => usedUp }, { id: 'sub_1' }, 'merchant_viewer')
    await screen.findByText('A scan would be refused')
    expect(screen.queryByRole('button', { name: /Void/ })).toBeNull()
  })

  it('whose account is the reason: merchants learn only that', async () => {
    const scan = { accepted: false, because: null, subscriptionId: null }
    open({ 'redemptions.getCustomer': () => customer({ scan }) }, { id: 'sub_1' })
    expect(await screen.findByText(/doesn’t accept this customer’s account/)).toBeTruthy()
  })

  it('with two passes: the answer names the one that serves', async () => {
    const passes = [pass({ planName: 'Ten a Month', subscriptionId: 'sub_2' }), pass()]
    open({ 'redemptions.getCustomer': () => customer({ passes, passesTotal: 2 }) }, { id: 'sub_2' })
    expect((await screen.findByText(/A scan would work now with/)).textContent).toContain('Daily Cup')
  })

  it('who is missing: the page says so and goes on', async () => {
    open(
      {
        'redemptions.getCustomer': () => {
          throw new ORPCError('NOT_FOUND', { message: 'Customer not found, or you don’t have access.' })
        },
      },
      { id: 'sub_gone' },
    )
    expect(await screen.findByText(/Couldn’t load this customer/)).toBeTruthy()
    expect(screen.getByText('Tess F.')).toBeTruthy()
  })
})
