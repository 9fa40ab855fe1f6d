import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { ActionMenu, type ActionMenuItem } from '@quaff/platform/console/controls/action-menu'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { gridRef } from '@quaff/platform/console/controls/grid-ref'
import { clockText, ClockText, useHourCycle } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { dayNames, type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { locationLimits, type Span, type Week } from '../contract'
import { hoursSentence, longDayNames } from '../hours-rules'
import classes from './locations.module.css'

interface HoursFieldProps {
  /** `Europe/Zurich, taken from the address` */
  zoneText: string
  value: Week | null
  /** Hours of an import that cannot be read as times. */
  importedText: string | null
  onChange: (week: Week | null) => void
  errors: Readonly<Record<string, unknown>>
}

const firstSpan: Span = { open: '07:00', close: '19:00' }
const workdays = weekdays.slice(0, 5)
const allDay: Span = { open: '00:00', close: '24:00' }

const presets = [
  { days: workdays, span: { open: '07:00', close: '18:00' } },
  { days: weekdays.slice(0, 6), span: { open: '08:00', close: '18:00' } },
  { days: weekdays, span: firstSpan },
]
const weekOf = (days: readonly Weekday[], span: Span): Week =>
  Object.fromEntries(weekdays.map((day) => [day, days.includes(day) ? [span] : []]))
/** `Mon–Fri 07:00–18:00` */
const presetText = ({ days, span }: (typeof presets)[number]) =>
  hoursSentence(weekOf(days, span)).replace(/, [^,]+ closed$/, '')

const keysText = 'Move with the arrow keys. Enter or a digit edits a time; Enter ends editing.'

export function HoursField({ zoneText, value, importedText, onChange, errors }: HoursFieldProps) {
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
        <>
          <div className="q-row q-wrap">
            {presets.map((preset) => (
              <Button key={presetText(preset)} onClick={() => onChange(weekOf(preset.days, preset.span))}>
                <ClockText text={presetText(preset)} />
              </Button>
            ))}
          </div>
          <p className="q-caption">
            {importedText
              ? 'Choose the closest'
              : 'Without hours, the app can’t show if you’re open. Choose the closest'}
            {', then change each day.'}
          </p>
        </>
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
                onCopy={(days) =>
                  onChange({ ...value, ...Object.fromEntries(days.map((other) => [other, value[day] ?? []])) })
                }
                errors={errors}
              />
            ))}
          </div>
          <p className="q-caption" aria-live="polite">
            <ClockText text={hoursSentence(value)} />. To close after midnight, set a time earlier than opening.{' '}
            {`Times are in ${zoneText}.`}
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
  onCopy: (days: readonly Weekday[]) => void
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
            {spans.length > 1 && (
              <span role="gridcell">
                <IconButton
                  icon={IconX}
                  size="sm"
                  label={`Remove opening of ${name} (${index + 1})`}
                  onClick={() => onChange(spans.filter((_, at) => at !== index))}
                />
              </span>
            )}
            {errors[`hours.${day}.${index}`] !== undefined && (
              <span role="gridcell" className={classes.errorCell}>
                <FieldErrorText id={errorId(index)} message={errors[`hours.${day}.${index}`]} />
              </span>
            )}
          </div>
        ))}
      </div>
      <span role="gridcell" className={classes.dayActions}>
        <ActionMenu label={`More for ${name}`} items={dayActions({ day, spans, onChange, onCopy })} />
      </span>
    </div>
  )
}

function dayActions({ day, spans, onChange, onCopy }: Omit<DayRowProps, 'errors'>): ActionMenuItem[] {
  const isClosed = spans.length === 0
  const add = { id: 'add', label: 'Add opening', onSelect: () => onChange([...spans, { open: '', close: '' }]) }
  const copies = [
    ...(day === 'sat' || day === 'sun' ? [] : [{ label: 'Copy to Mon–Fri', days: workdays }]),
    { label: 'Copy to all days', days: weekdays },
  ]
  return [
    ...(isClosed ? [{ id: 'open', label: 'Open', onSelect: () => onChange([firstSpan]) }] : []),
    ...(!isClosed && spans.length < locationLimits.spansPerDay ? [add] : []),
    { id: 'allDay', label: 'Open 24 hours', onSelect: () => onChange([allDay]) },
    ...(isClosed ? [] : [{ id: 'closed', label: 'Closed', onSelect: () => onChange([]) }]),
    ...copies.map(({ label, days }, index) => ({
      id: label,
      label,
      separated: index === 0,
      onSelect: () => onCopy(days),
    })),
  ]
}

export function FieldErrorText({ id, message }: { id: string; message: unknown }) {
  if (typeof message !== 'string') return null
  return (
    <span id={id} role="alert" className={classes.error}>
      <ClockText text={message} />
    </span>
  )
}
