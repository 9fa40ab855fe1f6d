import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { PlanList, PlanRecord, PlanRow } from '../contract'
import { MerchantPlans } from './merchant-plans-widget'
import { PlanListPage } from './plan-list-page'
import { planSearch, type PlanSearch } from './plan-search-widget'

const at = new Date('2026-11-02T00:00:00Z')
const price = { amountMinor: 2_900, currency: 'usd', interval: 'month' as const, intervalCount: 1 }
const figures = {
  activeSubscribers: 214,
  trialSubscribers: 18,
  pastDueSubscribers: 0,
  churnedThisMonth: 9,
  monthlyRevenue: [{ amountMinor: 611_906, currency: 'usd' }],
  averageSubscriptionValue: [{ amountMinor: 2_859, currency: 'usd' }],
  drinks: 2_833,
  pricePerDrink: [{ amountMinor: 216, currency: 'usd' }],
}
const row: PlanRow = {
  ...figures,
  id: 'pln_1',
  merchantId: 'mer_1',
  name: 'Daily Cup',
  active: true,
  description: 'One cup',
  allowance: { drinks: 1, per: 'day' },
  timeWindow: null,
  visibility: 'public',
  prices: [
    { ...price, id: 'pri_1', active: true },
    { ...price, amountMinor: 29_000, interval: 'year', id: 'pri_2', active: true },
  ],
  breakEvenDrinks: 6,
  createdAt: at,
  updatedAt: at,
  version: 3,
}
const record: PlanRecord = {
  ...row,
  singleDrinkPrice: 480,
  eligibleItems: ['Hot tea'],
  validLocationIds: [],
  otherFields: [{ key: 'legacyCode', value: 'DC-1' }],
  paying: [{ ...price, priceId: 'pri_1', subscribers: 196 }],
}
const list = (change: Partial<PlanList> = {}): PlanList => ({
  rows: [row],
  total: 1,
  withoutPlan: null,
  totals: { ...figures, churnRate: 4, scheduledCancellations: 3 },
  merchant: { name: 'Foxglove', logoUrl: null },
  lockedReason: null,
  ...change,
})
const impact = {
  changes: [{ from: price, to: { ...price, amountMinor: 3_200 }, subscribers: 196, mayLose: 18 }],
  keptSubscribers: 196,
  revenue: [
    { currency: 'usd', nowMinor: 568_400, ifOnlyNewPayMinor: 568_400, ifAllMovedMinor: 627_200, changeMinor: 58_800 },
  ],
  perDrink: { now: [{ amountMinor: 216, currency: 'usd' }], ifAllMoved: [{ amountMinor: 237, currency: 'usd' }] },
}
const sessionOf = (role: string) =>
  buildSession({
    role,
    merchantIds: ['mer_1'],
    assigned: { id: 'mer_1', name: 'Foxglove', logoUrl: null, temporary: false },
  })

function Page({ start, seen }: { start: PlanSearch; seen: (search: PlanSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<PlanSearch>) => {
    const merged = planSearch.read({ ...search, ...next })
    setSearch(merged)
    seen(merged)
  }
  return <PlanListPage search={search} onSearch={change} />
}

function renderPlans(answers: Answers = {}, { role = 'merchant_owner', start = {} as PlanSearch } = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => sessionOf(role),
      'plans.list': () => list(),
      'plans.getOfMerchant': () => record,
      'plans.impact': () => impact,
      'locations.list': () => ({ rows: [{ id: 'loc_1', name: 'Pearl' }], hasMore: false, nextCursor: null, total: 1 }),
      ...answers,
    },
  )
  const callsOf = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, search: () => latest, callsOf }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const openEditor = () => screen.findByRole('dialog', { name: 'Edit plan' })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the page', () => {
  it('links the churn rate to scheduled cancellations, unless there are none', async () => {
    const shown = renderPlans()
    expect(await screen.findByRole('link', { name: '3 scheduled to end' })).toBeTruthy()
    shown.unmount()
    renderPlans({ 'plans.list': () => list({ totals: { ...figures, churnRate: 4, scheduledCancellations: 0 } }) })
    expect(await screen.findByRole('link', { name: /^Churn rate 4/ })).toBeTruthy()
    expect(screen.queryByText(/scheduled to end/)).toBeNull()
  })

  it('shows no tiles while nothing was sold', async () => {
    const counts = { activeSubscribers: 0, trialSubscribers: 0, pastDueSubscribers: 0, drinks: 0, churnedThisMonth: 0 }
    const totals = { ...figures, ...counts, scheduledCancellations: 0, monthlyRevenue: [], churnRate: 0 }
    renderPlans({ 'plans.list': () => list({ totals }) })
    expect(await screen.findByText('Daily Cup')).toBeTruthy()
    for (const name of [/^Monthly revenue/, /^Churn rate/]) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('shows price, allowance, statistics and the price per drink, and remembers cards', async () => {
    const { unmount } = renderPlans()
    const line = (await screen.findByText('Daily Cup')).closest('tr')
    for (const text of ['One drink a day', '$29 / month', '+1 price', '$6,119.06', '$28.59', '$2.16'])
      expect(within(line ?? document.body).getByText(text)).toBeTruthy()
    // Few rows need no search, and the menu takes no line of its own.
    expect(screen.queryByRole('search')).toBeNull()
    expect(screen.getByRole('button', { name: 'List options' })).toBeTruthy()
    press('Cards')
    expect(await screen.findByRole('list', { name: 'Plans' })).toBeTruthy()
    unmount()
    renderPlans()
    expect(await screen.findByRole('list', { name: 'Plans' })).toBeTruthy()
  })

  it('leads from each number to the subscriptions that it counts', async () => {
    renderPlans()
    const link = async (name: string | RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
    const list = '/subscriptions'
    expect(await link('214 active, Daily Cup')).toMatch(/^\/subscriptions\?planId=\w+&status=active$/)
    expect(await link('18 trialing, Daily Cup')).toContain('&status=trialing')
    expect(await link(/^Monthly revenue \$/)).toBe(`${list}?status=active`)
    expect(await link(/^Price per drink \$/)).toBe('/redemptions?tab=insights')
    press('Cards')
    expect(await link('214 active, Daily Cup')).toContain('&status=active')
  })

  it('names what is without a plan, so that the rows add up to the tiles', async () => {
    const withoutPlan = { ...figures, activeSubscribers: 9, trialSubscribers: 0, churnedThisMonth: 0, drinks: 12 }
    renderPlans({ 'plans.list': () => list({ withoutPlan }) })
    expect((await screen.findByText('Without a plan')).parentElement?.textContent).toMatch(/9 active · .* · 12 drinks$/)
  })

  it('lists revenue in other currencies like the dashboard', async () => {
    const money = (amountMinor: number, currency: string) => ({ amountMinor, currency })
    const monthlyRevenue = [money(611_906, 'usd'), money(7_000, 'chf'), money(5_816, 'jpy')]
    renderPlans({ 'plans.list': () => list({ totals: { ...list().totals, monthlyRevenue } }) })
    expect((await screen.findByText(/¥5,816 in JPY/)).textContent).toBe('CHF\u00a070.00 · ¥5,816 in JPY')
  })

  it('§G4 keeps search, filter and sort in the address and drops what is not valid', async () => {
    const { callsOf } = renderPlans({}, { start: { q: 'cup', status: 'active', sort: 'name' } })
    await screen.findByText('Daily Cup')
    expect(callsOf('plans.list')[0]).toEqual({
      merchantId: 'mer_1',
      q: 'cup',
      status: 'active',
      sort: 'name',
      order: 'asc',
    })
    expect(planSearch.read({ status: 'gone', sort: 7, id: 'a/b', template: 'none', action: 'x' })).toEqual({})
    expect(planSearch.read({ action: 'create', template: 'mornings' })).toEqual({
      action: 'create',
      template: 'mornings',
    })
  })

  it('offers three starter templates in place of an empty list, each a prefilled form', async () => {
    const { search, callsOf } = renderPlans({
      'plans.list': () => list({ rows: [], total: 0 }),
      'plans.create': () => record,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Start with Weekday Mornings' }))
    expect(search()).toEqual({ action: 'create', template: 'mornings' })
    await screen.findByRole('dialog', { name: 'New plan' })
    press('Create plan')
    await waitFor(() =>
      expect(callsOf('plans.create')[0]).toMatchObject({
        merchantId: 'mer_1',
        requestKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        plan: {
          name: 'Weekday Mornings',
          timeWindow: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '06:00', to: '11:00' },
          prices: [{ ...price, amountMinor: 2_400, active: true }],
        },
      }),
    )
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('says when nothing matches', async () => {
    renderPlans({ 'plans.list': () => list({ rows: [] }) }, { start: { q: 'zzz' } })
    expect(await screen.findByText('No results for “zzz”')).toBeTruthy()
  })

  it('keeps the page when the list fails', async () => {
    renderPlans({
      'plans.list': () => {
        throw new Error('down')
      },
    })
    expect(await screen.findByText('Couldn’t load plans')).toBeTruthy()
    expect(screen.getByRole('heading', { name: /Plans & Pricing/ })).toBeTruthy()
  })

  it('lets viewers look, with a banner, a locked button and no row menus', async () => {
    const { search } = renderPlans({}, { role: 'merchant_viewer' })
    await screen.findByText('Daily Cup')
    expect(screen.getByText('View only')).toBeTruthy()
    const create = screen.getByRole('button', { name: /New plan/ })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(create)
    fireEvent.keyDown(document.body, { key: 'c' })
    expect(search()).toEqual({})
    expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
    fireEvent.click(screen.getByText('Daily Cup'))
    expect((await screen.findByLabelText(/^Name/)).closest('fieldset[disabled]')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save changes' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('names who is hit before it deactivates, and offers that in place of a deletion', async () => {
    const { callsOf } = renderPlans({
      'plans.subscribers': () => ({
        byStatus: { active: 1, trialing: 1, past_due: 0, canceled: 4 },
        running: 2,
        names: ['Ana P.'],
        deletable: false,
        endsSales: true,
      }),
      'plans.setActive': () => record,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Daily Cup' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete…', hidden: true }))
    expect(await screen.findByText('2 subscribers, so you can’t delete it.')).toBeTruthy()
    expect(screen.getByText(/Ana P\..*and 1 more/)).toBeTruthy()
    expect(screen.getByText('This is your only plan for sale')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete plan' })).toBeNull()
    press('Deactivate instead')
    await waitFor(() =>
      expect(callsOf('plans.setActive')).toEqual([{ merchantId: 'mer_1', planId: 'pln_1', version: 3, active: false }]),
    )
  })

  it('copies the plan in focus with D and opens the copy', async () => {
    const { search, callsOf } = renderPlans({ 'plans.duplicate': () => ({ ...record, id: 'pln_2' }) })
    ;(await screen.findByText('Daily Cup')).focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'd' })
    await waitFor(() => expect(search()).toEqual({ id: 'pln_2' }))
    expect(callsOf('plans.duplicate')[0]).toMatchObject({ planId: 'pln_1' })
  })
})

describe('the editor', () => {
  const start = { id: 'pln_1' }

  it('saves only what was changed, so that unknown fields stay untouched', async () => {
    const { callsOf } = renderPlans({ 'plans.update': () => record }, { start })
    const sheet = await openEditor()
    expect(within(sheet).getByText('legacyCode')).toBeTruthy()
    type(within(sheet).getByLabelText('Description'), 'Two cups')
    expect(within(sheet).getByText('Unsaved changes')).toBeTruthy()
    press('Save changes')
    await waitFor(() =>
      expect(callsOf('plans.update')).toEqual([
        { merchantId: 'mer_1', planId: 'pln_1', version: 3, changes: { description: 'Two cups' } },
      ]),
    )
    expect(callsOf('plans.impact')).toEqual([])
  })

  it('shows what a price change does before it can be saved', async () => {
    const { callsOf } = renderPlans({ 'plans.update': () => record }, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText('Amount of price 1'), '32')
    expect(within(sheet).getByText('was $29 / month')).toBeTruthy()
    expect(await within(sheet).findByText('196 subscribers keep the old price')).toBeTruthy()
    expect(within(sheet).getByText('$6,272.00')).toBeTruthy()
    expect(within(sheet).getByText('+$588.00')).toBeTruthy()
    press('Save and change price')
    expect(
      await screen.findByText(
        /^New customers can buy .+ for \$29 \/ month or \$290 \/ year while the venue is selling\.$/,
      ),
    ).toBeTruthy()
    expect(callsOf('plans.update')[0]).toMatchObject({
      changes: {
        prices: [
          { id: 'pri_1', amountMinor: 3_200 },
          { id: 'pri_2', amountMinor: 29_000 },
        ],
      },
    })
  })

  it('marks the required fields', async () => {
    renderPlans({}, { start: { action: 'create' } })
    const sheet = await screen.findByRole('dialog', { name: 'New plan' })
    const isRequired = (label: RegExp) => within(sheet).getByLabelText<HTMLInputElement>(label).required
    expect([isRequired(/^Name/), isRequired(/^Amount of price 1/)]).toEqual([true, true])
    expect(within(sheet).getAllByText('*')).toHaveLength(2)
  })

  it('asks once before a price becomes 0, and saves on the second press', async () => {
    const { callsOf } = renderPlans({ 'plans.update': () => record }, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText('Amount of price 1'), '0')
    await within(sheet).findByText('196 subscribers keep the old price')
    press('Save and change price')
    expect(await within(sheet).findByText('A price of this plan is 0. New subscribers pay nothing.')).toBeTruthy()
    expect(callsOf('plans.update')).toEqual([])
    press('Save and change price anyway')
    await waitFor(() => expect(callsOf('plans.update')).toHaveLength(1))
  })

  it('asks once about a new plan for 0 under the name of another plan, and again after a change of the name', async () => {
    const { callsOf } = renderPlans({ 'plans.create': () => record }, { start: { action: 'create' } })
    const sheet = await screen.findByRole('dialog', { name: 'New plan' })
    type(within(sheet).getByLabelText(/^Name/), ' dáily  cup')
    type(within(sheet).getByLabelText('Amount of price 1'), '0')
    press('Create plan')
    const question = await within(sheet).findByRole('alert')
    expect(question.textContent).toContain('A price of this plan is 0.')
    expect(question.textContent).toContain('Another plan is named “Daily Cup”.')
    type(within(sheet).getByLabelText(/^Name/), 'Nightly Cup')
    expect(within(sheet).queryByRole('alert')).toBeNull()
    press('Create plan')
    expect((await within(sheet).findByRole('alert')).textContent).not.toContain('Another plan')
    expect(callsOf('plans.create')).toEqual([])
    press('Create plan anyway')
    await waitFor(() => expect(callsOf('plans.create')).toHaveLength(1))
  })

  it('does not ask about a name and a price of 0 that the plan had before', async () => {
    const twin = { ...row, id: 'pln_2' }
    const free = { ...record, prices: [{ ...price, amountMinor: 0, id: 'pri_1', active: true }], paying: [] }
    const { callsOf } = renderPlans(
      {
        'plans.list': () => list({ rows: [row, twin] }),
        'plans.getOfMerchant': () => free,
        'plans.update': () => free,
      },
      { start },
    )
    const sheet = await openEditor()
    type(within(sheet).getByLabelText('Description'), 'Two cups')
    press('Save changes')
    await waitFor(() => expect(callsOf('plans.update')).toHaveLength(1))
  })

  it('reads amounts exactly by currency and tells a wrong one at its field', async () => {
    const { callsOf } = renderPlans({}, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText('Amount of price 2'), '1,299.00')
    press('Save changes')
    expect(await within(sheet).findByText('Digits only, like 29 or 29.50')).toBeTruthy()
    type(within(sheet).getByLabelText('Every how many, price 2'), '40')
    press('Save changes')
    expect(await within(sheet).findByText('1 to 36')).toBeTruthy()
    expect(callsOf('plans.update')).toEqual([])
  })

  it('repeats an amount that can be read in two ways, before it is saved', async () => {
    const dollars = { ...price, id: 'pri_0', active: false }
    const prices = [dollars, ...record.prices.map((one) => ({ ...one, currency: 'kwd' }))]
    renderPlans({ 'plans.getOfMerchant': () => ({ ...record, prices }) }, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText('Amount of price 2'), '1,299')
    type(within(sheet).getByLabelText('Price of a single drink, KWD'), '2.500')
    expect(within(sheet).getByText(/^Read as KWD.1\.299$/)).toBeTruthy()
    expect(within(sheet).getByText(/^Read as KWD.2\.500$/)).toBeTruthy()
  })

  it('previews the pass while it is typed', async () => {
    renderPlans({}, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText(/^Name/), 'Big Cup')
    type(within(sheet).getByLabelText('Drinks'), '3')
    expect(within(sheet).getByText('Big Cup: Three drinks a day, $29 / month')).toBeTruthy()
  })

  it('keeps the typed text when another user was first, beside theirs', async () => {
    let theirs = record
    const { callsOf } = renderPlans(
      {
        'plans.getOfMerchant': () => theirs,
        'plans.update': ({ version }: { version: number }) => {
          if (version === 9) return theirs
          theirs = { ...record, name: 'Theirs', description: 'Theirs too', version: 9 }
          throw new ORPCError('CONFLICT', { data: { reason: 'STALE_VERSION', savedBy: 'Sam Rye' } })
        },
      },
      { start },
    )
    const sheet = await openEditor()
    const name = within(sheet).getByLabelText<HTMLInputElement>(/^Name/)
    type(name, 'Mine')
    press('Save changes')
    expect(await within(sheet).findByText('Sam Rye saved this plan')).toBeTruthy()
    expect(name.value).toBe('Mine')
    expect(within(sheet).getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Theirs too')
    const choice = within(sheet).getByRole('group', { name: 'Name' })
    fireEvent.click(within(choice).getByRole('radio', { name: /^Theirs/ }))
    expect(name.value).toBe('Theirs')
    fireEvent.click(within(choice).getByRole('radio', { name: /^Mine/ }))
    press('Save changes')
    await waitFor(() => expect(callsOf('plans.update')).toHaveLength(2))
    expect(callsOf('plans.update').at(-1)).toMatchObject({ version: 9, changes: { name: 'Mine' } })
  })

  it('says so when the plan was deleted elsewhere, and shows nothing of it', async () => {
    let isDeleted = false
    const { client } = renderPlans(
      {
        'plans.getOfMerchant': () => {
          if (isDeleted) throw new ORPCError('NOT_FOUND')
          return record
        },
      },
      { start },
    )
    await openEditor()
    isDeleted = true
    await client.invalidateQueries()
    expect(await screen.findByText('Plan was deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    expect(screen.queryByLabelText(/^Name/)).toBeNull()
  })

  it('says what went wrong, keeps the text and offers to retry', async () => {
    renderPlans(
      {
        'plans.update': () => {
          throw new Error('The connection was lost.')
        },
      },
      { start },
    )
    const sheet = await openEditor()
    type(within(sheet).getByLabelText(/^Name/), 'Mine')
    press('Save changes')
    expect(
      await within(sheet).findByText('We couldn’t confirm this was saved. Try again; it won’t be saved twice.'),
    ).toBeTruthy()
    expect(within(sheet).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine')
    expect(screen.getByRole('button', { name: 'Retry save' })).toBeTruthy()
  })

  it('asks before typed text is thrown away', async () => {
    const { search } = renderPlans({}, { start })
    const sheet = await openEditor()
    type(within(sheet).getByLabelText(/^Name/), 'Mine')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(await within(sheet).findByText('Discard what you typed?')).toBeTruthy()
    press('Keep editing')
    expect(search()).toEqual(start)
    press('Cancel')
    press('Discard')
    expect(search()).toEqual({})
  })
})

describe('the plans of a merchant in its sheet', () => {
  it('shows price, subscribers and revenue, and opens the editor', async () => {
    function Widget() {
      return useSession().session ? <MerchantPlans merchantId="mer_9" /> : null
    }
    const { calls } = renderConsole(
      <SessionProvider>
        <Widget />
      </SessionProvider>,
      {
        'sessions.current': () => buildSession(),
        'plans.list': () => list(),
        'plans.getOfMerchant': () => record,
        'locations.list': () => ({ rows: [], hasMore: false, nextCursor: null, total: 0 }),
      },
    )
    fireEvent.click(await screen.findByText('Daily Cup'))
    await openEditor()
    expect(calls.find(({ name }) => name === 'plans.list')?.input).toMatchObject({ merchantId: 'mer_9' })
  })
})
