import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDay, shiftDays, shiftMonths, weekdayOf, weeksOfMonth } from './calendar-popover'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const read = (text: string, monthFirst = true) => readDay(text, { today: '2026-11-23', monthFirst, months })

it.each([
  ['2026-03-07', '2026-03-07'],
  ['2026-3-7', '2026-03-07'],
  ['3/7/2026', '2026-03-07'],
  ['3/7/26', '2026-03-07'],
  ['3/7', '2026-03-07'],
  ['Mar 7, 2026', '2026-03-07'],
  ['7 march', '2026-03-07'],
  [' Tomorrow ', '2026-11-24'],
  ['2/29/2028', '2028-02-29'],
  ['2/29/2026', undefined],
  ['13/1/2026', undefined],
  ['Mars 7', undefined],
  ['7', undefined],
  ['1/2/3/4', undefined],
  ['', undefined],
])('%j is %j', (text, day) => {
  expect(read(text)).toBe(day)
})

it('where the day comes first it is read first', () => {
  expect([read('7.3.2026', false), read('7/3', false), read('7 Mar', false)]).toEqual(Array(3).fill('2026-03-07'))
})

it('days and months are counted by the calendar', () => {
  expect(shiftDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(shiftMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(shiftMonths('2026-01-31', -2)).toBe('2025-11-30')
})

it('the weeks of a month begin on Monday and hold each of its days once', () => {
  const anyDay = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, (date) => {
      const day = date.toISOString().slice(0, 10)
      const weeks = weeksOfMonth(day)
      expect(weeks.map(([first = '']) => weekdayOf(first)).every((weekday) => weekday === 0)).toBe(true)
      const last = Number(shiftDays(shiftMonths(`${day.slice(0, 8)}01`, 1), -1).slice(8))
      expect(weeks.flat().filter((key) => key.startsWith(day.slice(0, 7)))).toHaveLength(last)
      expect(new Set(weeks.flat()).size).toBe(weeks.length * 7)
    }),
  )
})
