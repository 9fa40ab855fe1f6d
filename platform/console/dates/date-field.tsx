import { TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { now } from '../clock'
import { IconButton } from '../controls/button'
import { deferred } from '../controls/deferred'
import { formatDay } from '../display/formats'
import { Glyph } from '../theme/glyph'
import { type CalendarPopoverProps, readDay } from './calendar-popover'

const CalendarPopover = deferred<CalendarPopoverProps>(async () => (await import('./calendar-popover')).CalendarPopover)

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** `YYYY-MM-DD`, or empty; nothing else ever comes out. */
  value?: string
  onChange: (day: string) => void
  min?: string
  max?: string
  /** Today in the time zone that applies here. Defaults to the viewer's zone. */
  today?: string
}

const formatOf = (month: 'long' | 'numeric') =>
  new Intl.DateTimeFormat(undefined, { month, day: 'numeric', timeZone: 'UTC' })
const monthFirst =
  formatOf('numeric')
    .formatToParts(0)
    .find(({ type }) => type !== 'literal')?.type === 'month'
const months = Array.from({ length: 12 }, (_, month) =>
  (
    formatOf('long')
      .formatToParts(Date.UTC(2026, month))
      .find(({ type }) => type === 'month')?.value ?? ''
  ).toLowerCase(),
)

/**
 * A date that is typed in common formats or chosen from a calendar. On touch screens the calendar opens immediately.
 */
export function DateField({ value = '', onChange, min, max, today, error, onBlur, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [typedError, setTypedError] = useState<string>()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const current = today ?? dayKeyIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now())
  const byFinger = window.matchMedia('(pointer: coarse)').matches

  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  const choose = (day: string) => {
    setTyped(undefined)
    setTypedError(undefined)
    if (day !== value) onChange(day)
  }
  /** Returns true if the field now holds a valid date or is empty. */
  const take = (): boolean => {
    if (typed === undefined) return true
    const day = typed.trim() === '' ? '' : readDay(typed, { today: current, monthFirst, months })
    const reason = day === undefined ? `“${typed.trim()}” isn’t a date.` : outside(day, min, max)
    if (day !== undefined && !reason) choose(day)
    else {
      // Restores the previous date and shows the reason.
      setTyped(undefined)
      setTypedError(reason)
    }
    return !reason
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !take()) event.preventDefault()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    take()
    open()
  }
  return (
    <>
      <TextInput
        {...field}
        ref={input}
        wrapperProps={{ ref: setAnchor }}
        value={typed ?? (value && formatDay(value))}
        error={typedError ?? error}
        inputMode={byFinger ? 'none' : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setTypedError(undefined)
        }}
        onFocus={(event) => {
          CalendarPopover.preload()
          event.currentTarget.select()
        }}
        onClick={() => byFinger && open()}
        onBlur={(event) => {
          take()
          onBlur?.(event)
        }}
        onKeyDown={onKeyDown}
        rightSectionWidth={byFinger ? 32 : undefined}
        rightSectionPointerEvents={byFinger ? 'none' : undefined}
        rightSection={
          byFinger ? (
            <Glyph icon={IconCalendar} />
          ) : (
            <IconButton
              icon={IconCalendar}
              label="Choose from a calendar"
              // The arrow key does the same from the field.
              tabIndex={-1}
              onClick={() => (opened ? setOpened(false) : open())}
            />
          )
        }
      />
      {wanted && (
        <CalendarPopover
          opened={opened}
          anchor={anchor}
          value={value}
          today={current}
          min={min}
          max={max}
          onClose={() => {
            setOpened(false)
            input.current?.focus()
          }}
          onChoose={choose}
        />
      )}
    </>
  )
}

function outside(day: string, min: string | undefined, max: string | undefined): string | undefined {
  if (day !== '' && min && day < min) return `Choose ${formatDay(min)} or later.`
  if (day !== '' && max && day > max) return `Choose ${formatDay(max)} or earlier.`
  return undefined
}
