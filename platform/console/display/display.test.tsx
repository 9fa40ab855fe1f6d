import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { DateText, RelativeTime } from './date-time'
import { initialsOf } from './initials-mark'

afterEach(cleanup)

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
