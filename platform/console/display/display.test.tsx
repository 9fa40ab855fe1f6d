import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { DateText, RelativeTime } from './date-time'
import { formatMoney } from './figures/figure-text'
import { initialsOf } from './initials-mark'

afterEach(cleanup)

describe('formatMoney', () => {
  it.each([
    [2900, 'usd', 29],
    [1200, 'JPY', 1200],
    [1234, 'KWD', 1.234],
  ])('reads %i of %s in its own smallest unit', (amountMinor, currency, amount) => {
    const expected = new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
    expect(formatMoney(amountMinor, currency)).toBe(expected)
  })

  it('shows nothing with a minus as nothing', () => {
    expect(formatMoney(-0, 'usd')).toBe(formatMoney(0, 'usd'))
    expect(formatMoney(-0, 'no money')).toBe('0.00 NO MONEY')
  })

  it('still shows a figure in a currency it does not know', () => {
    expect(formatMoney(2900, 'no money')).toBe('29.00 NO MONEY')
  })
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

describe('initialsOf', () => {
  it.each([
    ['Wren & Rye Coffee', 'WR'],
    ['Birchwater', 'BI'],
    ['', ''],
  ])('%s → %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
