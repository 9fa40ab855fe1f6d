import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { chooseItem, renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Cohorts, Drinks, Heat } from '../usage-contract'
import { UsageSection } from './overview-tab'
import type { AnalyticsRange } from './use-analytics-range'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] }))

const downloads = catchDownloads()

const measured = {
  window: { from: new Date('2026-02-09T00:00:00Z'), to: new Date('2026-03-11T00:00:00Z') },
  timeZone: 'Europe/Lisbon',
  measuredAt: new Date('2026-03-10T14:03:00Z'),
}
const heat = (count = 27, recordedSince = new Date('2025-01-01T00:00:00Z')): Heat => ({
  ...measured,
  recordedSince,
  cells: Array.from({ length: 168 }, (_, index) => ({
    weekday: Math.floor(index / 24),
    hour: index % 24,
    count: index === 3 * 24 + 9 ? count : 0,
    quarters: 16,
  })),
})
const drinks = (
  counts: Drinks['counts'] = [
    { drinks: 0, people: 10 },
    { drinks: 2, people: 30 },
  ],
): Drinks => ({ ...measured, counts, recordedSince: null, withoutPerson: 3 })
const cohorts: Cohorts = {
  ...measured,
  cohorts: [
    { month: '2026-01', started: 40, running: [40, 31, 20] },
    { month: '2026-02', started: 0, running: [0, 0] },
    { month: '2026-03', started: 7, running: [7] },
  ],
}
const short: AnalyticsRange = { from: '2026-02-09', to: '2026-03-10', compare: true }
/** Four calendar months, cut off at both ends. */
const long: AnalyticsRange = { from: '2025-11-20', to: '2026-02-25', compare: true, planId: 'pln_1' }

function Signed({ range }: { range: AnalyticsRange }) {
  return useSession().session && <UsageSection range={range} search={{}} />
}
function open(range: AnalyticsRange = short, answers: Answers = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Signed range={range} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role: 'quaff_admin' }),
      'analytics.heat': () => heat(),
      'analytics.drinks': () => drinks(),
      'analytics.cohorts': () => cohorts,
      ...answers,
    },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, inputs, user: userEvent.setup() }
}
const panel = (name: string | RegExp) => screen.findByRole('region', { name })

describe('the panels', () => {
  it('§0094 says that redemptions are not on record yet instead of showing zeros', async () => {
    const recordedSince = new Date('2026-08-29T09:00:00Z')
    open(short, { 'analytics.drinks': () => ({ ...drinks([]), recordedSince }) })
    expect(await screen.findByText('No redemptions recorded in this range')).toBeTruthy()
    expect(screen.getByText('Redemptions are on record since Aug 29. Choose a later range.')).toBeTruthy()
  })

  it('§0094 says which days are left out of the drinks per subscriber', async () => {
    const recordedSince = new Date('2026-02-20T09:00:00Z')
    open(short, { 'analytics.drinks': () => ({ ...drinks(), recordedSince }) })
    expect(await screen.findByText(/aren’t included: on record since Feb 20/)).toBeTruthy()
  })

  it('show the hours, the bars and the triangle, each with the way to its list', async () => {
    const { inputs } = open()
    const hours = within(await panel('Redemptions by hour'))
    await hours.findByRole('gridcell', { name: /^Thursday 9:00\sAM–10:00\sAM: 27 redemptions, average 6\.8$/ })
    expect(hours.getByRole('link', { name: 'Redemptions' }).getAttribute('href')).toContain('redeemedFrom=2026-02-09')
    const people = within(await panel('Drinks per subscriber'))
    await people.findByText('40 subscribers · average 1.5 · median 2')
    people.getByRole('img', { name: '0 drinks: 10 subscribers, 25%' })
    people.getByText('3 redemptions without a customer not included')
    const months = within(await panel('Retention by start month'))
    await months.findByRole('row', { name: /^Jan 2026 40 100\.0%: .* 77\.5%: .* 50\.0%: / })
    months.getByRole('link', { name: '77.5%: Jan 2026, after 1 month: 31 of 40 retained, 77.5%' })
    months.getByRole('row', { name: 'Feb 2026 0 — —' })
    expect(inputs('analytics.drinks')).toEqual([{ from: '2026-02-09', to: '2026-03-10' }])
    expect(inputs('analytics.cohorts')).toEqual([{}])
  })

  it('show the same as tables, and save every number', async () => {
    const { user } = open()
    const people = within(await panel('Drinks per subscriber'))
    await chooseItem(await people.findByRole('button', { name: 'More for Drinks per subscriber' }), 'Show as table')
    people.getByRole('row', { name: '2 drinks 30 75%' })
    await chooseItem(await people.findByRole('button', { name: 'More for Drinks per subscriber' }), 'Save as CSV')
    expect(downloads[0]?.[1]).toContain('0,10\r\n2,30\r\n')
    const months = within(await panel('Retention by start month'))
    await user.click(await months.findByRole('button', { name: 'Count' }))
    await months.findByRole('row', { name: /^Jan 2026 40 40: .* 31: .* 20: / })
    await chooseItem(await months.findByRole('button', { name: 'More for Retention by start month' }), 'Save as CSV')
    expect(downloads[1]?.[1]).toContain('2026-01,40,31,20')
    const hours = within(await panel('Redemptions by hour'))
    await chooseItem(await hours.findByRole('button', { name: 'More for Redemptions by hour' }), 'Show as table')
    hours.getByRole('columnheader', { name: 'Thu' })
    await chooseItem(await hours.findByRole('button', { name: 'More for Redemptions by hour' }), 'Save as CSV')
    expect(downloads[2]?.[1]).toContain('Thursday,09:00,27,4,6.75')
  })

  it('§G25 say so where there is nothing, and try again alone where one fails', async () => {
    let fails = true
    const { user } = open(short, {
      'analytics.heat': () => heat(0),
      'analytics.drinks': () => drinks([]),
      'analytics.cohorts': () => {
        if (fails) throw new ORPCError('INTERNAL_SERVER_ERROR')
        return { ...cohorts, cohorts: [] }
      },
    })
    await screen.findByText('No redemptions in this range')
    await screen.findByText('No subscribers in this range')
    await screen.findByText('Couldn’t load start months')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('No subscriptions started in these months')
  })
})

describe('a range above 92 days', () => {
  it('§0018 is read month after month, added up, and says what is counted', async () => {
    const { inputs } = open(long)
    const people = within(await panel('Drinks per subscriber and month'))
    await people.findByText('160 subscriber-months · average 1.5 · median 2')
    people.getByText('12 redemptions without a customer not included')
    expect(inputs('analytics.drinks')).toEqual(
      [
        { from: '2025-11-20', to: '2025-11-30' },
        { from: '2025-12-01', to: '2025-12-31' },
        { from: '2026-01-01', to: '2026-01-31' },
        { from: '2026-02-01', to: '2026-02-25' },
      ].map((part) => ({ ...part, planId: 'pln_1' })),
    )
    await waitFor(() => expect(inputs('analytics.heat')).toHaveLength(2))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('§0018 shows what there is, can be stopped, is never saved in part, and goes on', async () => {
    const waiting: (() => void)[] = []
    const { inputs, user } = open(long, {
      'analytics.drinks': () =>
        new Promise<Drinks>((resolve) => {
          waiting.push(() => resolve(drinks()))
        }),
    })
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.()
    const people = within(await panel('Drinks per subscriber and month'))
    await people.findByText('Partial result so far, 1 of 4 parts')
    await people.findByText(/^40 subscriber-months/)
    await waitFor(() => expect(waiting).toHaveLength(2))
    await user.click(people.getByRole('button', { name: 'Stop reading Drinks per subscriber and month' }))
    waiting[1]?.()
    await people.findByText('Partial result, stopped at 2 of 4 parts')
    await user.click(people.getByRole('button', { name: /^More for/ }))
    await screen.findByRole('menuitem', { name: 'Show as table', hidden: true })
    expect(screen.queryByRole('menuitem', { name: 'Save as CSV', hidden: true })).toBeNull()
    await user.keyboard('{Escape}')
    expect(inputs('analytics.drinks')).toHaveLength(2)
    await user.click(people.getByRole('button', { name: 'Continue reading Drinks per subscriber and month' }))
    await waitFor(() => expect(waiting).toHaveLength(3))
    waiting[2]?.()
    await waitFor(() => expect(waiting).toHaveLength(4))
    waiting[3]?.()
    await waitFor(() => expect(people.queryByText(/Partial result/)).toBeNull())
    await chooseItem(people.getByRole('button', { name: /^More for/ }), 'Save as CSV')
    expect(downloads).toHaveLength(1)
  })

  it('keeps what it has where a part fails, and asks for that one again', async () => {
    let requested = 0
    const { user } = open(long, {
      'analytics.drinks': () => {
        requested += 1
        if (requested === 2) throw new ORPCError('INTERNAL_SERVER_ERROR')
        return drinks()
      },
    })
    const people = within(await panel('Drinks per subscriber and month'))
    await people.findByText('Partial result, 1 of 4 parts. Couldn’t load the next')
    people.getByText(/^40 subscriber-months/)
    await user.click(people.getByRole('button', { name: 'Retry' }))
    await people.findByText(/^160 subscriber-months/)
  })
})
