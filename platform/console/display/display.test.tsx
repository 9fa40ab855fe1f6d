import { ORPCError } from '@orpc/client'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorText } from '../forms/error-text'
import { clockText, DateText, formatDate, formatDateRange, RelativeTime } from './formats'
import { initialsOf } from './marks'
import { inZone, windowText } from './measured-labels'
import { MetricTile, MetricTiles } from './metric-tiles'
import { ErrorNotice, Panel } from './panel'

afterEach(cleanup)

describe('the title above an error', () => {
  const title = 'Couldn’t void the redemption'
  it.each([
    ['the connection broke', new TypeError('Failed to fetch')],
    ['a proxy answered 502', new ORPCError('BAD_GATEWAY')],
    ['a proxy answered 504', new ORPCError('GATEWAY_TIMEOUT')],
    ['the call took too long', new DOMException('signal timed out', 'TimeoutError')],
  ])('is left out if %s: the request may have been carried out', (_, error) => {
    render(<ErrorNotice title={title} text={errorText(error)} />)
    expect(screen.getByRole('alert').textContent).toBe(errorText(error))
  })

  it('is shown where the server refused', () => {
    const refused = new ORPCError('CONFLICT', { message: 'It is voided already.' })
    render(<ErrorNotice title={title} text={errorText(refused)} />)
    expect(screen.getByRole('alert').textContent).toBe(`${title}It is voided already.`)
  })
})

it('names a tile that leads to a list once, by its label and figure', () => {
  render(
    <MetricTiles>
      <MetricTile label="Revenue" value="$5" to="/subscriptions" />
      <MetricTile label="Growth" value="9%" />
    </MetricTiles>,
  )
  expect(screen.getByRole('link', { name: 'Revenue $5' })).toBeTruthy()
  expect(screen.getByText('Revenue').closest('[aria-hidden=true]')).toBeTruthy()
  expect(screen.getByText('Growth').closest('[aria-hidden=true]')).toBeNull()
})

describe('times', () => {
  it('shows the epoch and nothing as a dash', () => {
    render(
      <>
        <RelativeTime value={0} />
        <DateText value={null} />
      </>,
    )
    expect(screen.getAllByText('—')).toHaveLength(2)
  })

  it('keeps the exact time and the zone in the title', () => {
    render(<DateText value="2026-11-20T18:42:00Z" timeZone="America/Los_Angeles" />)
    expect(screen.getByRole('time').getAttribute('title')).toMatch(/10:42.*(PST|GMT-8)/)
  })
})

describe('dates', () => {
  const utc = { timeZone: 'UTC' }
  const jan = new Date('2026-01-05T08:30:00Z')
  const dec = new Date('2025-12-31T23:30:00Z')

  it('name the year only if it is another one in their zone', () => {
    vi.useFakeTimers({ now: new Date('2026-01-10T00:00:00Z'), toFake: ['Date'] })
    const plain = (text: string) => text.replaceAll(/\s/gu, ' ')
    expect(formatDate(jan, 'date', utc)).toBe('Jan 5')
    expect(plain(formatDate(jan, 'datetime', utc))).toBe('Jan 5, 8:30 AM')
    expect(formatDate(jan, 'date', { ...utc, withYear: true })).toBe('Jan 5, 2026')
    expect(formatDate(dec, 'date', utc)).toBe('Dec 31, 2025')
    expect(formatDate(dec, 'date', { timeZone: 'Asia/Kathmandu' })).toBe('Jan 1')
    expect(plain(formatDateRange(jan, new Date('2026-02-04T00:00:00Z'), utc))).toBe('Jan 5 – Feb 4')
    expect(plain(formatDateRange(dec, jan, utc))).toBe('Dec 31, 2025 – Jan 5, 2026')
  })

  it('name a zone only if it is not the reader’s own', () => {
    const window = { from: dec, to: dec }
    expect(inZone('America/New_York')).toBe(' (America/New York)')
    expect(windowText({ window, timeZone: 'America/New_York' })).toMatch(/2025 · America\/New York$/)
    expect(inZone('Asia/Kathmandu')).toBe('')
    expect(inZone('Asia/Katmandu')).toBe('')
    expect(windowText({ window, timeZone: 'Asia/Kathmandu' })).not.toContain('·')
  })
})

describe('times of a shared sentence', () => {
  it.each([
    ['Open until 19:00', '12h', 'Open until 7:00 PM'],
    ['weekdays 06:00–24:00', '12h', 'weekdays 6:00 AM–12:00 AM'],
    ['Opens at 07:30 tomorrow', '24h', 'Opens at 07:30 tomorrow'],
    ['Two drinks a day', '12h', 'Two drinks a day'],
  ] as const)('%s on a clock of %s reads %s', (text, hourCycle, shown) =>
    expect(clockText(text, hourCycle).replaceAll('\u202f', ' ')).toBe(shown),
  )
})

describe('initialsOf', () => {
  it.each([
    ['Wren & Rye Coffee', 'WR'],
    ['Birchwater', 'BI'],
    ['', ''],
  ])('%s → %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})

describe('Panel', () => {
  const refetch = vi.fn()
  const panel = (query: { data?: string; isPending: boolean; isError: boolean }) => (
    <Panel title="Sources" query={{ data: undefined, refetch, ...query }} error="Couldn’t load sources.">
      {query.data}
    </Panel>
  )

  it('draws lines while its query is asked, and offers to ask again where it failed', async () => {
    const { rerender } = render(panel({ isPending: true, isError: false }))
    expect(screen.getByRole('region', { name: 'Sources' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(panel({ isPending: false, isError: true }))
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load sources')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('keeps what it has, though that could not be read again', () => {
    render(panel({ data: 'The till', isPending: false, isError: true }))
    expect(screen.getByText('The till')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
