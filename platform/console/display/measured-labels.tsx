import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { startOfDayIn } from '../../shared/calendar'
import { isolated } from '../../shared/readable-text'
import { Button } from '../controls/button'
import { Popover } from '../controls/popover'
import { Glyph } from '../theme/glyph'
import type { HourCycle } from '../theme/use-preferences'
import { formatDate, formatDateRange } from './formats'
import classes from './measured-panel.module.css'
import metricTilesStyles from './metric-tiles.module.css'

/**
 * Period, calendar and reading time of a metric. `to` is exclusive; it is the reading time if the period has not
 * ended.
 */
export interface Measured {
  window: { from: Date; to: Date }
  timeZone: string
  measuredAt: Date
}

/** A query result, or several combined into the same shape. */
export interface MeasuredQuery<T> {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isRefetchError: boolean
  isFetching: boolean
  /** True if the data is of the previous query. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Returns the days of a window in its zone, with the zone if it isn't the reader's: "Oct 23 – Nov 21 · Asia/Kathmandu". */
export function windowText({ window: { from, to }, timeZone }: Pick<Measured, 'window' | 'timeZone'>): string {
  return joinNotes(rangeText(from, to, timeZone), zoneNote(timeZone))
}

/** The day that begins with `to` is not in it. */
function rangeText(from: Date, to: Date, timeZone: string): string {
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1))
  return formatDateRange(from, last, { timeZone })
}

/** "23 Sep – 22 Oct 2026, until 20:18": a compared window that was cut says where. */
export function comparedText({ from, to }: Measured['window'], timeZone: string, hourCycle: HourCycle): string {
  const days = rangeText(from, to, timeZone)
  if (startOfDayIn(timeZone, to).getTime() === to.getTime()) return days
  return `${days}, until ${formatDate(to, 'time', { timeZone, hourCycle })}`
}

/** "on record since 21 Nov 2026": why nothing is compared with the time before. */
export function unrecordedText(since: Date | null, timeZone: string): string {
  return since === null ? 'nothing on record yet' : `on record since ${formatDate(since, 'date', { timeZone })}`
}

export const zoneText = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** Returns the zone's name if it isn't the reader's own zone; otherwise undefined. */
export function zoneNote(timeZone: string): string | undefined {
  return canonicalZone(timeZone) === canonicalZone() ? undefined : zoneText(timeZone)
}

/** Returns " (Asia/Kathmandu)" if the zone isn't the reader's own; otherwise an empty string. */
export function inZone(timeZone: string): string {
  const zone = zoneNote(timeZone)
  return zone ? ` (${zone})` : ''
}

const zoneNames = new Map<string | undefined, string>()

/** Creating a format is slow, and each row of a list may name its zone. */
function canonicalZone(timeZone?: string): string {
  const name = zoneNames.get(timeZone) ?? new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone
  zoneNames.set(timeZone, name)
  return name
}

/** Returns "Times in Asia/Kathmandu" if that isn't the reader's own zone; otherwise undefined. */
export function timesIn(timeZone: string): string | undefined {
  const zone = zoneNote(timeZone)
  return zone && `Times in ${zone}`
}

export function ZoneCaption({ timeZone }: { timeZone: string }) {
  const text = timesIn(timeZone)
  return text && <span className="q-caption">{text}</span>
}

/** Joins the notes of a caption with middle dots and skips missing ones. */
export const joinNotes = (...notes: readonly (string | false | undefined)[]): string =>
  notes.flatMap((note) => (note ? isolated(note) : [])).join(' · ')

/** "As of 14:03", on the same clock as the window. */
export function freshnessText({ measuredAt, timeZone }: Measured, hourCycle: HourCycle): string {
  return `As of ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
}

type MeasuredDetailsProps = { query: MeasuredQuery<Measured>; text: string | undefined; children?: ReactNode }

export function MeasuredDetails({ query, text, children }: MeasuredDetailsProps) {
  return (
    <div className={classes.details}>
      {text !== undefined && <span className="q-caption q-num">{text}</span>}
      {children}
      {query.isRefetchError && (
        <span className="q-row" role="status">
          <span className="q-tag" data-tone="warn">
            Couldn’t refresh
          </span>
          <Button size="sm" variant="quiet" loading={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  )
}

export function FormulaPopover({ label, formula }: { label: string; formula: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={260}
      position="bottom-start"
      className={metricTilesStyles.formula}
      target={
        <button
          type="button"
          className={metricTilesStyles.info}
          aria-label={`About ${label}`}
          onClick={() => setOpened(!opened)}
        >
          <Glyph icon={IconInfoCircle} size={14} stroke={1.75} />
        </button>
      }
    >
      {formula}
    </Popover>
  )
}
