import { IconCopy, IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { gridRef } from '@quaff/platform/console/controls/grid-ref'
import { clockText, ClockText, useHourCycle } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { dayNames, type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { locationLimits, type Span, type Week } from '../contract'
import { hoursSentence, longDayNames } from '../hours-rules'
import classes from './locations.module.css'

interface HoursFieldProps {
  value: Week | null
  /** Hours of an import that cannot be read as times. */
  importedText: string | null
  onChange: (week: Week | null) => void
  errors: Readonly<Record<string, unknown>>
}

const firstSpan: Span = { open: '07:00', close: '19:00' }
const firstWeek: Week = Object.fromEntries(weekdays.map((day) => [day, day === 'sun' ? [] : [firstSpan]]))

const keysText = 'Move with the arrow keys. Enter or a digit edits a time; Enter ends editing.'

export function HoursField({ value, importedText, onChange, errors }: HoursFieldProps) {
  const keysId = useId()
  const setDay = (day: Weekday, spans: Span[]) => onChange({ ...value, [day]: spans })
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Opening hours</legend>
      {!value && importedText && (
        <Notice tone="info" title="Hours as imported">
          {`“${importedText}” can’t be read as times. It’s kept until you set hours.`}
        </Notice>
      )}
      {!value && (
        <div className="q-row q-wrap">
          <Button icon={IconPlus} onClick={() => onChange(firstWeek)}>
            Set hours
          </Button>
          {!importedText && <span className="q-caption">No hours set. The app won’t show if you’re open.</span>}
        </div>
      )}
      {value && (
        <>
          <div
            ref={gridRef}
            className={classes.days}
            role="grid"
            aria-label="Opening hours by day"
            aria-describedby={keysId}
          >
            {weekdays.map((day) => (
              <DayRow
                key={day}
                day={day}
                spans={value[day] ?? []}
                onChange={(spans) => setDay(day, spans)}
                onCopy={() => onChange(Object.fromEntries(weekdays.map((other) => [other, value[day] ?? []])))}
                errors={errors}
              />
            ))}
          </div>
          <p className="q-caption" aria-live="polite">
            <ClockText text={hoursSentence(value)} />. To close after midnight, set a time earlier than opening.
          </p>
          <p id={keysId} className={`q-caption ${classes.keys}`}>
            {keysText}
          </p>
        </>
      )}
    </fieldset>
  )
}

interface DayRowProps {
  day: Weekday
  spans: Span[]
  onChange: (spans: Span[]) => void
  onCopy: () => void
  errors: Readonly<Record<string, unknown>>
}

function DayRow({ day, spans, onChange, onCopy, errors }: DayRowProps) {
  const name = longDayNames[day]
  const hourCycle = useHourCycle()
  const replace = (index: number, change: Partial<Span>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...change } : span)))
  const errorId = (index: number) => `hours-${day}-${index}-fault`
  const timeCell = (index: number, span: Span, end: keyof Span) => {
    const label = `${name} ${end === 'open' ? 'opens' : 'closes'}${spans.length > 1 ? ` (${index + 1})` : ''}`
    const value = span[end] === '24:00' ? '00:00' : span[end]
    return (
      <span
        role="gridcell"
        className={classes.timeCell}
        aria-label={`${label}: ${clockText(value, hourCycle) || 'not set'}`}
      >
        <input
          type="time"
          className={classes.time}
          aria-label={label}
          aria-invalid={Boolean(errors[`hours.${day}.${index}`]) || undefined}
          aria-describedby={errors[`hours.${day}.${index}`] ? errorId(index) : undefined}
          value={value}
          onChange={(event) => replace(index, { [end]: event.currentTarget.value })}
        />
      </span>
    )
  }
  return (
    <div className={classes.day} role="row">
      <span role="rowheader" className={classes.dayName} aria-label={name}>
        {dayNames[day]}
      </span>
      <div className={classes.spans}>
        {spans.length === 0 && (
          <span role="gridcell" className={`q-secondary ${classes.closed}`}>
            Closed
          </span>
        )}
        {spans.map((span, index) => (
          // Openings have no identity but their place in the day.
          <div key={index} className="q-row q-wrap">
            {timeCell(index, span, 'open')}
            <span aria-hidden>–</span>
            {timeCell(index, span, 'close')}
            <span role="gridcell">
              <IconButton
                icon={IconX}
                size="sm"
                label={`Remove opening of ${name}${spans.length > 1 ? ` (${index + 1})` : ''}`}
                onClick={() => onChange(spans.filter((_, at) => at !== index))}
              />
            </span>
            {errors[`hours.${day}.${index}`] !== undefined && (
              <span role="gridcell" className={classes.errorCell}>
                <FieldErrorText id={errorId(index)} message={errors[`hours.${day}.${index}`]} />
              </span>
            )}
          </div>
        ))}
      </div>
      <span className={classes.dayActions}>
        {spans.length < locationLimits.spansPerDay && (
          <span role="gridcell">
            <IconButton
              icon={IconPlus}
              size="sm"
              label={`Add opening on ${name}`}
              onClick={() => onChange([...spans, spans.length === 0 ? firstSpan : { open: '', close: '' }])}
            />
          </span>
        )}
        <span role="gridcell">
          <Button
            variant="quiet"
            size="sm"
            icon={IconCopy}
            iconOnPhone
            aria-label={`Copy ${name} to all days`}
            onClick={onCopy}
          >
            Copy to all days
          </Button>
        </span>
      </span>
    </div>
  )
}

export function FieldErrorText({ id, message }: { id: string; message: unknown }) {
  if (typeof message !== 'string') return null
  return (
    <span id={id} role="alert" className={classes.error}>
      <ClockText text={message} />
    </span>
  )
}
