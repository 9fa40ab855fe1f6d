import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { chooseItem, renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { RedemptionSearch } from '../../console/redemption-search-widget'
import type {
  HeavyUsers,
  HourInsights,
  IdleSubscribers,
  LocationInsights,
  Measured,
  PlanInsights,
} from '../../insights-contract'
import { InsightsTab } from './insights-tab'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), toFake: ['Date'] }))

const downloads = catchDownloads()

const measured: Measured = {
  window: { from: new Date('2026-02-09T00:00:00Z'), to: new Date('2026-03-10T14:03:00Z') },
  timeZone: 'Europe/Lisbon',
  measuredAt: new Date('2026-03-10T14:03:00Z'),
}
const cells = Array.from({ length: 168 }, (_, index) => ({
  weekday: Math.floor(index / 24),
  hour: index % 24,
  count: 0,
  quarters: 16,
}))
const cell = (weekday: number, hour: number, count: number, quarters = 16) =>
  cells.map((one) => (one.weekday === weekday && one.hour === hour ? { ...one, count, quarters } : one))

const recordedSince = new Date('2025-01-01T00:00:00Z')
const hours = (change: Partial<HourInsights> = {}): HourInsights => ({
  ...measured,
  recordedSince,
  locations: [
    { id: 'loc_1', name: 'Alder Street' },
    { id: 'loc_2', name: 'Birch Lane' },
  ],
  cells: cell(3, 9, 27),
  ...change,
})
const places = (change: Partial<LocationInsights> = {}): LocationInsights => ({
  ...measured,
  recordedSince,
  previous: { from: new Date('2026-01-10T00:00:00Z'), to: new Date('2026-02-08T14:03:00Z') },
  total: 1_204,
  rows: [
    { locationId: 'loc_1', name: 'Alder Street', count: 903, sharePercent: 75, previousCount: 860, changePercent: 5 },
    { locationId: 'loc_2', name: 'Birch Lane', count: 301, sharePercent: 25, previousCount: 0, changePercent: null },
  ],
  ...change,
})
const plans = (change: Partial<PlanInsights> = {}): PlanInsights => ({
  ...measured,
  withoutPlan: 0,
  rows: [
    {
      planId: 'pln_1',
      name: 'Daily Cup',
      active: true,
      activeSubscribers: 214,
      drinks: 2_833,
      monthly: [
        { amountMinor: 2_859, currency: 'usd' },
        { amountMinor: 2_600, currency: 'eur' },
      ],
      pricePerDrink: [
        { amountMinor: 216, currency: 'usd' },
        { amountMinor: 196, currency: 'eur' },
      ],
      singleDrinkPrice: { amountMinor: 480, currency: 'usd' },
      breakEvenDrinks: 6,
    },
    {
      planId: 'pln_2',
      name: 'Weekend',
      active: false,
      activeSubscribers: 0,
      drinks: 0,
      monthly: [],
      pricePerDrink: [],
      singleDrinkPrice: null,
      breakEvenDrinks: null,
    },
  ],
  ...change,
})
const idle = (change: Partial<IdleSubscribers> = {}): IdleSubscribers => ({
  ...measured,
  total: 120,
  activePasses: 640,
  rows: [
    {
      subscriptionId: 'sub_1',
      name: 'Ana P.',
      userId: null,
      planName: 'Daily Cup',
      lastRedeemedAt: new Date('2026-02-20T12:00:00Z'),
      startedAt: new Date(0),
    },
    {
      subscriptionId: 'sub_2',
      name: null,
      userId: 'usr_2',
      planName: 'Unknown Plan',
      lastRedeemedAt: null,
      startedAt: new Date('2026-01-02T12:00:00Z'),
    },
  ],
  ...change,
})
const heavy = (change: Partial<HeavyUsers> = {}): HeavyUsers => ({
  ...measured,
  rows: [
    {
      name: 'Ben M.',
      userId: null,
      drinks: 61,
      drinksPerDay: 2,
      lastRedeemedAt: measuredAt(),
      quickGaps: 4,
      flagged: true,
    },
    {
      name: 'Cem A.',
      userId: null,
      drinks: 1,
      drinksPerDay: 0,
      lastRedeemedAt: measuredAt(),
      quickGaps: 1,
      flagged: false,
    },
  ],
  ...change,
})
function measuredAt() {
  return measured.measuredAt
}
const answers: Answers = {
  'sessions.current': () => ({ ...buildSession(), timeZone: 'Europe/Lisbon' }),
  'redemptions.hourInsights': () => hours(),
  'redemptions.locationInsights': () => places(),
  'redemptions.planInsights': () => plans(),
  'redemptions.idleSubscribers': () => idle(),
  'redemptions.heavyUsers': () => heavy(),
}
const seen: RedemptionSearch[] = []
function Tab({ start }: { start: RedemptionSearch }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  seen.push(search)
  const change = (next: Partial<RedemptionSearch>) => setSearch((old) => ({ ...old, ...next }))
  return session && <InsightsTab merchantId="mer_1" search={search} onSearch={change} />
}
function renderTab(change: Answers = {}, start: RedemptionSearch = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Tab start={start} />
    </SessionProvider>,
    { ...answers, ...change },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent }
}
const panel = (name: string) => screen.findByRole('region', { name })
const fails = () => {
  throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
}

describe('the heatmap', () => {
  it('labels each cell exactly, and the busiest in words', async () => {
    renderTab()
    const busiest = await screen.findByRole('gridcell', {
      name: /^Thursday 9:00\sAM–10:00\sAM: 27 redemptions, average 6\.8$/,
    })
    expect(busiest.getAttribute('data-level')).toBe('7')
    expect(screen.getByText(/^Busiest: Thursday 9:00 AM–10:00 AM/)).toBeTruthy()
    expect(screen.getByRole('grid', { name: 'Average redemptions by weekday and hour, Europe/Lisbon' })).toBeTruthy()
  })

  it('has one tab stop that arrow keys move, and shows the focused cell', async () => {
    renderTab()
    const busiest = await screen.findByRole('gridcell', { name: /^Thursday 9:00\sAM/ })
    const grid = screen.getByRole('grid')
    const link = within(busiest).getByRole('link')
    await waitFor(() => expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([link]))
    expect(grid.querySelector('a:not([tabindex])')).toBeNull()
    expect(link.getAttribute('href')).toMatch(/^\/redemptions\?tab=history&from=.*&status=completed&slot=3-9$/)
    link.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Wednesday 10:00/)
    expect(screen.getByText('Wednesday 10:00 AM–11:00 AM: 0 redemptions, average 0')).toBeTruthy()
    for (let step = 0; step < 30; step += 1) fireEvent.keyDown(document.activeElement ?? grid, { key: 'ArrowLeft' })
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Wednesday 12:00\sAM/)
  })

  it('draws an early redemption, and marks hours that are still to come', async () => {
    renderTab({ 'redemptions.hourInsights': () => hours({ cells: cell(0, 4, 1, 0) }) })
    expect(await screen.findByRole('gridcell', { name: /^Monday 4:00\sAM–5:00\sAM: not in this range$/ })).toBeTruthy()
  })

  it('is available as a table, and exports every hour with its window and zone', async () => {
    renderTab()
    await chooseItem(await screen.findByRole('button', { name: 'More for Busiest hours' }), 'Show as table')
    const row = screen.getByRole('row', { name: /^9:00\sAM/ })
    expect(within(row).getByText('6.8')).toBeTruthy()
    await chooseItem(await screen.findByRole('button', { name: 'More for Busiest hours' }), 'Save as CSV')
    const [name, text] = downloads[0] ?? []
    expect(name).toBe('redemptions-by-hour-2026-03-10.csv')
    expect(text).toContain('Thursday,09:00,27,4,6.75\r\n')
    expect(text?.match(/day,\d\d:00/g)).toHaveLength(168)
  })

  it('filters by one location, and names its time zone', async () => {
    const { sent } = renderTab({
      'redemptions.hourInsights': ({ locationId }: { locationId?: string }) =>
        hours(locationId ? { timeZone: 'Asia/Kathmandu' } : {}),
    })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Location' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Birch Lane', hidden: true }))
    expect(await screen.findByRole('grid', { name: /Asia\/Kathmandu$/ })).toBeTruthy()
    expect(sent('redemptions.hourInsights').at(-1)).toEqual({ merchantId: 'mer_1', days: 30, locationId: 'loc_2' })
  })
})

describe('the other panels', () => {
  it('show shares and the change, and a text if there was nothing before', async () => {
    renderTab()
    const locations = within(await panel('Locations'))
    expect(await locations.findByText('Up 5% from 860')).toBeTruthy()
    expect(locations.getByText('(75%)')).toBeTruthy()
    expect(locations.getByText('No earlier data')).toBeTruthy()
    expect(locations.getByText(/^vs Jan 10/)).toBeTruthy()
  })

  it('show one price per drink per currency, and "—" for unknown values', async () => {
    renderTab({ 'redemptions.planInsights': () => plans({ withoutPlan: 2 }) })
    const daily = await screen.findByRole('row', { name: /^Daily Cup/ })
    expect(within(daily).getByText('$2.16, €1.96')).toBeTruthy()
    expect(within(daily).getByText('6 drinks')).toBeTruthy()
    expect(within(daily).getByText('13.2')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /^Weekend/ })).getAllByText('—')).toHaveLength(5)
    expect(screen.getByText('2 active subscriptions without a plan not included')).toBeTruthy()
  })

  it('list idle subscribers, with "—" for the epoch, and link to the user or to the passes of the masked name', async () => {
    renderTab()
    const list = within(await panel('Inactive subscribers'))
    expect(await list.findByText('Ana P.')).toBeTruthy()
    expect(list.getByText('No visits yet')).toBeTruthy()
    expect(list.getByText('—')).toBeTruthy()
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/merchants/find-customer?id=sub_1',
      '/users?id=usr_2',
    ])
    expect(list.getByText('120 of 640 active passes · 2 shown')).toBeTruthy()
  })

  it('end at a full row, and show the others on request', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Ana ${index}`)
    renderTab({
      'redemptions.heavyUsers': () =>
        heavy({
          rows: names.flatMap((name) =>
            heavy()
              .rows.slice(0, 1)
              .map((row) => ({ ...row, name })),
          ),
        }),
    })
    const list = within(await panel('Most frequent customers'))
    await list.findByText('Ana 7')
    expect(list.queryByText('Ana 8')).toBeNull()
    fireEvent.click(list.getByRole('button', { name: 'Show all 20' }))
    expect(list.getByText('Ana 19')).toBeTruthy()
    fireEvent.click(list.getByRole('button', { name: 'Show fewer' }))
    expect(list.queryByText('Ana 8')).toBeNull()
  })

  it('save the whole list of idle subscribers, not only the visible rows', async () => {
    const { sent } = renderTab()
    await chooseItem(await screen.findByRole('button', { name: 'More for Inactive subscribers' }), 'Save as CSV')
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(sent('redemptions.idleSubscribers').at(-1)).toEqual({ merchantId: 'mer_1', limit: 5_000 })
    expect(downloads[0]?.[1]).toContain('Ana P.,Daily Cup,2026-02-20T12:00:00.000Z,\r\n')
  })

  it('flag people whose redemptions follow each other too quickly', async () => {
    renderTab()
    const list = within(await panel('Most frequent customers'))
    expect(await list.findByText('4× under 10 min')).toBeTruthy()
    expect(list.getByText('2 per day')).toBeTruthy()
    expect(list.getByText('1 drink')).toBeTruthy()
    expect(list.getByText('Top 2 · 1 flagged')).toBeTruthy()
  })

  it('saves prices as numbers, with the currency in a separate column', async () => {
    renderTab()
    await chooseItem(
      await screen.findByRole('button', { name: 'More for Price per drink and break-even' }),
      'Save as CSV',
    )
    const lines = downloads.at(-1)?.[1].split('\r\n')
    expect(lines?.slice(1, 4)).toEqual([
      'Daily Cup,214,2833,13.24,USD,28.59,2.16,4.80,6',
      'Daily Cup,,,,EUR,26.00,1.96,,',
      'Weekend,0,0,,,,,,',
    ])
  })

  it('§G2 §G28 show window and zone if they differ from those of the page, and their age in the header', async () => {
    renderTab()
    const own = ['Price per drink and break-even', 'Inactive subscribers', 'Most frequent customers']
    for (const name of own) {
      const details = within(await panel(name))
      expect(await details.findByText('Feb 9 – Mar 10 · Europe/Lisbon')).toBeTruthy()
    }
    expect(screen.getAllByText(/Europe\/Lisbon/u)).toHaveLength(1 + own.length)
    await userEvent.click(screen.getByRole('button', { name: 'About Locations' }))
    expect(await screen.findByText(/Feb 9 – Mar 10 · Europe\/Lisbon\.$/u)).toBeTruthy()
    expect(screen.getAllByText('As of 2:03 PM').length).toBeGreaterThan(own.length)
  })
})

describe('loading and errors', () => {
  it('requests another range only if a range applies', async () => {
    const { sent } = renderTab()
    await panel('Busiest hours')
    await userEvent.click(screen.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(sent('redemptions.hourInsights')).toContainEqual({ merchantId: 'mer_1', days: 90 }))
    expect(sent('redemptions.locationInsights').at(-1)).toEqual({ merchantId: 'mer_1', days: 90 })
    expect(sent('redemptions.planInsights')).toHaveLength(1)
  })

  it('keeps the range in the URL', async () => {
    const { sent } = renderTab({}, { tab: 'insights', range: 7 })
    await panel('Busiest hours')
    expect(sent('redemptions.hourInsights')).toEqual([{ merchantId: 'mer_1', days: 7 }])
    await userEvent.click(screen.getByRole('button', { name: '90 days' }))
    expect(seen.at(-1)).toEqual({ tab: 'insights', range: 90 })
    await userEvent.click(screen.getByRole('button', { name: '30 days' }))
    expect(seen.at(-1)).toEqual({ tab: 'insights', range: undefined })
  })

  it('shows an error in one panel only, and retries', async () => {
    let isDown = true
    renderTab({ 'redemptions.planInsights': () => (isDown ? fails() : plans()) })
    expect(await screen.findByText('Couldn’t load plans')).toBeTruthy()
    expect(await screen.findByText('Up 5% from 860')).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('6 drinks')).toBeTruthy()
  })

  it('explains empty panels, and keeps the location filter because another location may have more', async () => {
    renderTab({
      'redemptions.hourInsights': () => hours({ cells }),
      'redemptions.locationInsights': () => places({ rows: [], total: 0 }),
      'redemptions.planInsights': () => plans({ rows: [] }),
      'redemptions.idleSubscribers': () => idle({ rows: [], total: 0 }),
      'redemptions.heavyUsers': () => heavy({ rows: [] }),
    })
    await waitFor(() => expect(screen.getAllByText('No redemptions in this range')).toHaveLength(2))
    await screen.findByText('No redemptions in 30 days')
    expect(screen.getByRole('combobox', { name: 'Location' })).toBeTruthy()
    expect(screen.getByText('No plans yet')).toBeTruthy()
    expect(screen.getByText('Everyone has redeemed in the last 14 days.')).toBeTruthy()
    expect(screen.getByText('No redemptions in 30 days')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Save Most frequent customers/ })).toBeNull()
  })
})
