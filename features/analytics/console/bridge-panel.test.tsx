import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { type Answers, chooseItem, renderConsole } from '@quaff/platform/console/testing/render-console'
import type { Bridge, BridgeRow, BridgeStep } from '../cancellations-contract'
import type { AnalyticsSearch } from './analytics-search-widget'
import { bridgeBars, bridgeSentence, previousText } from './bridge-text'
import { OverviewTab } from './overview-tab'

const downloads = catchDownloads()
const now = new Date('2026-11-22T14:03:00Z')
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))

const none = { new: 0, returned: 0, expansion: 0, contraction: 0, past_due: 0, lost: 0 }
const step = (
  startMinor: number,
  moves: Partial<BridgeStep['moves']>,
  change: Partial<BridgeStep> = {},
): BridgeStep => {
  const all = { ...none, ...moves }
  const counts = { ...none }
  for (const kind of movementKinds) counts[kind] = all[kind] === 0 ? 0 : 2
  const endMinor = movementKinds.reduce((sum, kind) => sum + all[kind], startMinor + (change.unrecordedMinor ?? 0))
  return { currency: 'usd', startMinor, endMinor, moves: all, counts, unrecordedMinor: 0, previous: null, ...change }
}
const textOf = (one: BridgeStep) => {
  const { lead, change = '', rest = '' } = bridgeSentence(one)
  return lead + change + rest
}

describe('the sentence', () => {
  it.each<[string, BridgeStep]>([
    ['No monthly revenue in this range.', step(0, {})],
    ['Monthly revenue stayed at $50.00.', step(5_000, {})],
    ['Monthly revenue stayed at $50.00: +$10.00 new, −$10.00 churned.', step(5_000, { new: 1_000, lost: -1_000 })],
    ['Monthly revenue rose to $10.00: +$10.00 new.', step(0, { new: 1_000 })],
    ['Monthly revenue fell to $0.00: −$50.00 churned.', step(5_000, { lost: -5_000 })],
    ['Monthly revenue fell to $45.00: −$5.00 unrecorded.', step(5_000, {}, { unrecordedMinor: -500 })],
    [
      'Monthly revenue rose $27.43 to $77.43: +$61.00 new, −$31.26 churned, −$2.31 past due.',
      step(5_000, { new: 6_100, lost: -3_126, past_due: -231 }),
    ],
    [
      'Monthly revenue rose $26.50 to $76.50: +$61.00 new, −$31.00 churned, −$5.00 past due, +$1.50 other changes.',
      step(5_000, { new: 6_100, lost: -3_100, past_due: -500, returned: 100, expansion: 200, contraction: -150 }),
    ],
    ['Monthly revenue rose to ¥300: +¥200 expansion.', step(100, { expansion: 200 }, { currency: 'jpy' })],
  ])('says: %s', (text, one) => {
    expect(textOf(one)).toBe(text)
  })

  it('adds up: the amounts after the colon are the change', () => {
    const amount = fc.integer({ min: -99_999, max: 99_999 })
    const moves = fc.record({
      new: amount,
      returned: amount,
      expansion: amount,
      contraction: amount,
      past_due: amount,
      lost: amount,
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), moves, amount, (startMinor, all, unrecordedMinor) => {
        const one = step(startMinor, all, { unrecordedMinor })
        const [, causes = ''] = textOf(one).split(': ')
        const said = [...causes.matchAll(/([+−])\$([\d,]+\.\d\d)/g)].reduce(
          (sum, [, sign, digits = '']) => sum + (sign === '−' ? -1 : 1) * Number(digits.replaceAll(/\D/g, '')),
          0,
        )
        expect(said).toBe(one.endMinor - one.startMinor)
      }),
    )
  })

  it('names the period before and the largest difference', () => {
    const one = step(0, { new: 500, lost: -300 }, { previous: { ...none, new: 400, lost: -100 } })
    expect(previousText(one, 7, true)).toBe(
      'Same part of the previous 7 days: +$3.00. Largest difference: churned, −$2.00.',
    )
    expect(previousText({ ...one, previous: one.moves }, 1, false)).toBe('Previous 1 day: +$2.00.')
    expect(previousText(step(0, {}, { previous: none }), 7, false)).toBe('Previous 7 days: no change.')
    expect(previousText(step(0, {}), 7, false)).toBeUndefined()
  })
})

describe('the bars', () => {
  it('are stacked, and the totals are cut only where the changes would be too small', () => {
    const { bars, isCut } = bridgeBars(step(100_000, { new: 2_000, lost: -1_000 }))
    expect(isCut).toBe(true)
    expect(bars.map(({ key }) => key)).toEqual(['start', ...movementKinds, 'end'])
    for (const [index, bar] of bars.slice(1, -1).entries()) {
      const before = bars[index]?.to ?? 0
      expect([bar.low, bar.high]).toEqual([Math.min(before, bar.to), Math.max(before, bar.to)])
    }
    expect(bars.at(-2)?.to).toBe(bars.at(-1)?.to)
    expect(Math.max(...bars.map(({ high }) => high))).toBe(1)
    expect(bridgeBars(step(0, { new: 2_000 })).isCut).toBe(false)
    expect(bridgeBars(step(5_000, {})).isCut).toBe(false)
  })
})

const bridge = (steps: BridgeStep[]): Bridge => ({
  window: { from: new Date('2026-10-24T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') },
  timeZone: 'UTC',
  measuredAt: now,
  previousWindow: null,
  steps,
})
const row = (id: string, changeMinor: number) =>
  ({
    id,
    merchantName: 'Bean There',
    planName: 'Daily Cup',
    subscriberName: `Ana ${id}`,
    email: null,
    currency: 'usd',
    changedAt: now,
    changeMinor,
  }) as BridgeRow

function Harness({ start, seen }: { start: AnalyticsSearch; seen: (search: AnalyticsSearch) => void }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<AnalyticsSearch>) => {
    setSearch({ ...search, ...next })
    seen({ ...search, ...next })
  }
  return <OverviewTab search={search} onSearch={change} />
}
function renderTab(steps: BridgeStep[], start: AnalyticsSearch = {}, answers: Answers = {}) {
  const seen = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} seen={seen} />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), 'analytics.bridge': () => bridge(steps), ...answers },
  )
  return { ...view, seen }
}
const panel = async () => within(await screen.findByRole('region', { name: 'What changed' }))

describe('the bridge', () => {
  it('says each change with sign, word, number and color, and leads to its list', async () => {
    renderTab([step(5_000, { new: 1_000, lost: -400 }, { previous: { ...none, new: 700 } })])
    const own = await panel()
    const items = within(await own.findByRole('list', { name: /^Monthly revenue from/u })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      '$50.00StartOct 24',
      '+$10.00New2 subscriptionsvs +$7.00',
      '$0.00Reactivated',
      '$0.00Expansion',
      '$0.00Contraction',
      '$0.00Past due',
      '−$4.00Churned2 subscriptions active at the startvs $0.00',
      '$56.00EndNov 22',
    ])
    expect(items.map((item) => item.dataset['good'])).toEqual([
      undefined,
      'true',
      undefined,
      undefined,
      undefined,
      undefined,
      'false',
      undefined,
    ])
    expect(own.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/analytics?change=new',
      '/analytics?change=lost',
    ])
    expect(screen.queryByRole('button', { name: 'USD' })).toBeNull()
    await chooseItem(own.getByRole('button', { name: 'More for What changed' }), 'Save as CSV')
    expect(downloads[0]?.[1]).toContain('USD,50.00,10.00,0.00,0.00,0.00,0.00,-4.00,0.00,56.00')
  })

  it('shows one currency at a time, with a choice only where there are several', async () => {
    const { seen } = renderTab([step(0, { new: 100 }), step(0, { new: 700 }, { currency: 'eur' })])
    await userEvent.click(await screen.findByRole('button', { name: 'EUR' }))
    expect(seen).toHaveBeenCalledWith({ currency: 'eur' })
    expect(await screen.findByText(/rose to €7\.00/u)).toBeTruthy()
  })

  it('is not shown for one plan, and asks for no plan', async () => {
    const { calls } = renderTab([step(0, { new: 100 })], { plan: 'pln_1' })
    expect(await screen.findByText(/Remove the plan filter/u)).toBeTruthy()
    expect(screen.queryByText('What changed')).toBeNull()
    expect(calls.find(({ name }) => name === 'analytics.bridge')?.input).not.toHaveProperty('planId')
  })

  it('fails alone, and says where there is no revenue', async () => {
    const { unmount } = renderTab([], {}, { 'analytics.bridge': () => Promise.reject(new Error('down')) })
    expect(await screen.findByText('Couldn’t load what changed')).toBeTruthy()
    unmount()
    renderTab([])
    expect(await screen.findByText('No monthly revenue in this range.')).toBeTruthy()
    expect(screen.getByText('No revenue yet')).toBeTruthy()
  })
})

describe('the list behind a bar', () => {
  const steps = [step(5_000, { new: 1_000, lost: -400 }, { counts: { ...none, new: 3, lost: 1 } })]
  const rowsFrom = (cursor?: string) => (cursor ? [row('c', 400)] : [row('a', 500), row('b', 100)])
  const pages: Answers = {
    'analytics.bridgeRows': ({ kind, cursor }: { kind: string; cursor?: string }) => ({
      rows: kind === 'lost' ? [row('d', -400)] : rowsFrom(cursor),
      nextCursor: kind === 'lost' || cursor ? null : 'next',
      hasMore: kind !== 'lost' && !cursor,
      total: null,
    }),
  }

  it('adds up to the bar before and after the next page', async () => {
    renderTab(steps, { change: 'new' }, pages)
    const sheet = within(await screen.findByRole('dialog', { name: 'New: +$10.00' }))
    const lines = async (count: number) =>
      (await sheet.findAllByRole('row')).slice(count).map((line) => line.textContent)
    expect(await sheet.findByText('Ana a')).toBeTruthy()
    expect(await lines(3)).toEqual(['1 other+$4.00', 'All 3 subscriptions+$10.00'])
    await userEvent.click(sheet.getByRole('button', { name: 'Load more' }))
    expect(await sheet.findByText('Ana c')).toBeTruthy()
    expect(await lines(4)).toEqual(['All 3 subscriptions+$10.00'])
    expect(sheet.getByRole('link', { name: 'Ana a' }).getAttribute('href')).toBe('/subscriptions?id=a')
    expect(sheet.getAllByText('Bean There · Daily Cup')).toHaveLength(3)
  })

  it('goes to the next change with the arrow, and closes with Escape', async () => {
    renderTab(steps, { change: 'new' }, pages)
    await screen.findByRole('dialog', { name: 'New: +$10.00' })
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'Churned: −$4.00' })).toBeTruthy()
    await userEvent.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('dialog', { name: 'New: +$10.00' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens nothing for an unknown or empty change', async () => {
    renderTab(steps, { change: 'past_due' }, pages)
    expect(await (await panel()).findByText('Start')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
