import { dayKeyIn } from '../../shared/calendar'
import { csvText, type FigureCell } from '../../shared/csv'
import { notifySuccess } from '../frame/notify'
import { saveTextFile } from '../save-file'
import { preferences } from '../theme/use-preferences'
import { windowText, type Measured } from './measured-labels'

type Row = readonly FigureCell[]

const offeredMs = 15_000

/**
 * Saves one table as CSV, with the date of its data in the name, and offers the notes (period, zone, formula) as a
 * second file. `notes` are additional lines.
 */
export function saveMeasured(
  name: string,
  head: Row,
  rows: readonly Row[],
  measured: Measured,
  notes: readonly string[] = [],
): void {
  const { window, timeZone, measuredAt } = measured
  const stem = `${name}-${dayKeyIn(timeZone, measuredAt)}`
  saveTextFile(`${stem}.csv`, csvText([head, ...rows], preferences.get().csvDialect))
  const details = [
    `File: ${stem}.csv`,
    `From: ${window.from.toISOString()}`,
    `To: ${window.to.toISOString()}`,
    `Time zone: ${timeZone}`,
    `Read at: ${measuredAt.toISOString()}`,
    ...notes,
  ]
  notifySuccess(`Saved ${stem}.csv`, windowText({ window, timeZone }), {
    label: 'Save notes',
    run: () => saveTextFile(`${stem}-notes.txt`, `${details.join('\r\n')}\r\n`, 'text/plain;charset=utf-8'),
    forMs: offeredMs,
  })
}

/** Rounds for spreadsheets. */
export const twoDecimals = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
