import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../controls/button'
import { FloatingPanel } from '../controls/floating-panel'
import { formatDay } from '../display/formats'
import classes from './calendar-popover.module.css'

interface CalendarProps {
  value: string
  today: string
  min?: string
  max?: string
  onClose: () => void
  onChoose: (day: string) => void
}

export interface CalendarPopoverProps extends CalendarProps {
  opened: boolean
  anchor: HTMLElement | null
}

export function CalendarPopover({ opened, anchor, ...calendar }: CalendarPopoverProps) {
  return (
    <FloatingPanel
      opened={opened}
      onClose={calendar.onClose}
      anchor={anchor}
      id={useId()}
      position="bottom-start"
      offset={4}
      trapFocus
      className={classes.panel}
      aria-label="Calendar"
      // The anchor may be in a floating element that would treat a press outside of it as a close.
      portalTarget={anchor?.closest<HTMLElement>('[role="dialog"]') ?? undefined}
    >
      {opened && <Calendar {...calendar} />}
    </FloatingPanel>
  )
}

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
const formats = {
  full: formatOf({ dateStyle: 'full' }),
  month: formatOf({ month: 'long', year: 'numeric' }),
  weekday: formatOf({ weekday: 'short' }),
}

/** Read by the library: Escape closes the calendar, not the dialog around it. */
const own = { 'data-mantine-stop-propagation': true }

function Calendar({ value, today, min, max, onClose, onChoose }: CalendarProps) {
  const within = (wanted: string) => {
    if (min && wanted < min) return min
    return max && wanted > max ? max : wanted
  }
  const [day, setDay] = useState(() => within(value || today))
  const grid = useRef<HTMLTableElement>(null)
  const weeks = weeksOfMonth(day)

  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      onClose()
    }
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => window.removeEventListener('keydown', onEscape, { capture: true })
  })
  const isMoved = useRef(true)
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    isMoved.current = false
  }, [day])

  const choose = (chosen: string) => {
    onChoose(chosen)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayAfterKey(day, event)
    if (to === undefined) return
    event.preventDefault()
    isMoved.current = true
    setDay(within(to))
  }
  const turn = (months: number) => setDay(within(shiftMonths(day, months)))
  return (
    <>
      <div className={classes.header}>
        <IconButton {...own} icon={IconChevronLeft} label="Previous month" onClick={() => turn(-1)} />
        <span className="q-strong" aria-live="polite">
          {formatDay(day, formats.month)}
        </span>
        <IconButton {...own} icon={IconChevronRight} label="Next month" onClick={() => turn(1)} />
      </div>
      <table ref={grid} aria-label={formatDay(day, formats.month)}>
        <thead>
          <tr>
            {weeks[0]?.map((first) => (
              <th key={weekdayOf(first)} scope="col">
                {formatDay(first, formats.weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    {...own}
                    type="button"
                    className={classes.day}
                    tabIndex={each === day ? 0 : -1}
                    data-autofocus={each === day || undefined}
                    disabled={within(each) !== each}
                    data-other={each.slice(0, 7) !== day.slice(0, 7)}
                    aria-pressed={each === value}
                    aria-current={each === today ? 'date' : undefined}
                    aria-label={formatDay(each, formats.full)}
                    onKeyDown={onKeyDown}
                    onClick={() => choose(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.header}>
        <Button {...own} size="sm" variant="quiet" disabled={value === ''} onClick={() => choose('')}>
          Clear
        </Button>
        <Button {...own} size="sm" variant="quiet" disabled={within(today) !== today} onClick={() => choose(today)}>
          Today
        </Button>
      </div>
    </>
  )
}

function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  if (key === 'ArrowLeft') return shiftDays(day, -1)
  if (key === 'ArrowRight') return shiftDays(day, 1)
  if (key === 'ArrowUp') return shiftDays(day, -7)
  if (key === 'ArrowDown') return shiftDays(day, 7)
  if (key === 'Home') return shiftDays(day, -weekdayOf(day))
  if (key === 'End') return shiftDays(day, 6 - weekdayOf(day))
  if (key === 'PageUp') return shiftMonths(day, shiftKey ? -12 : -1)
  return key === 'PageDown' ? shiftMonths(day, shiftKey ? 12 : 1) : undefined
}

/** Days are `YYYY-MM-DD` and have no zone: which one "today" is, the caller says. */
const dayMs = 86_400_000
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
const keyOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns undefined if the calendar has no such date. `month` counts from 1. */
function dayOf(year: number, month: number, date: number): string | undefined {
  const ms = Date.UTC(year, month - 1, date)
  const day = new Date(ms)
  return year >= 1000 && year <= 9999 && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
    ? keyOf(ms)
    : undefined
}

export const shiftDays = (day: string, days: number) => keyOf(midnight(day) + days * dayMs)

/** Uses the last day of the month if the target month is shorter. */
export function shiftMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return keyOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** Monday is 0. */
export const weekdayOf = (day: string) => (new Date(midnight(day)).getUTCDay() + 6) % 7

/** Whole weeks from Monday on, that hold the month of `day`. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = shiftDays(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + Number(shiftDays(shiftMonths(first, 1), -1).slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => shiftDays(start, week * 7 + index)),
  )
}

type DayWords = {
  today: string
  /** True if `3/7` means March 7. */
  monthFirst: boolean
  /** Names from January to December, in lower case. */
  months: readonly string[]
}

/** Parses a typed date such as `2026-03-07`, `7.3.`, `3/7/26`, `7 Mar` or `tomorrow`. */
export function readDay(text: string, { today, monthFirst, months }: DayWords): string | undefined {
  const typed = text.trim().toLowerCase()
  const thisYear = Number(today.slice(0, 4))
  const near = { yesterday: -1, today: 0, tomorrow: 1 }[typed]
  if (near !== undefined) return shiftDays(today, near)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = (typed.match(/\d+/g) ?? []).map(Number)
  const word = /\p{L}{3,}/u.exec(typed)?.[0]
  const named = word === undefined ? -1 : months.findIndex((month) => month.startsWith(word))
  if (word !== undefined && named < 0) return undefined
  const order = monthFirst ? numbers : [numbers[1], numbers[0], ...numbers.slice(2)]
  const [month, date, year = thisYear] = named < 0 ? order : [named + 1, ...numbers]
  if (month === undefined || date === undefined || numbers.length > (named < 0 ? 3 : 2)) return undefined
  return dayOf(year < 100 ? 2000 + year : year, month, date)
}
