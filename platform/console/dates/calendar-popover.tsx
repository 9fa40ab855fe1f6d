import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../controls/button'
import { FloatingPanel } from '../controls/floating-panel'
import { formatDay } from '../display/date-time'
import { shiftDays, shiftMonths, weekdayOf, weeksOfMonth } from './days'
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
