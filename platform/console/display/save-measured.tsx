import { dayKeyIn } from '../../shared/calendar'
import { csvText, type FigureCell } from '../../shared/csv'
import { notifySuccess } from '../frame/notify'
import { saveTextFile } from '../save-file'
import { preferences } from '../theme/use-preferences'
import { windowText, type Measured } from './measured-words'

type Row = readonly FigureCell[]

/** How long the notes are offered beside the file. */
const offeredMs = 15_000

/**
 * One table and nothing else, so that a program can read it, named by the day of its figures. What they are of is said
 * beside it, and can be kept as a file of its own: a table outlives the screen that it came from. `notes` are facts
 * that are no rows of it.
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
  const facts = [
    `File: ${stem}.csv`,
    `From: ${window.from.toISOString()}`,
    `To: ${window.to.toISOString()}`,
    `Time zone: ${timeZone}`,
    `Read at: ${measuredAt.toISOString()}`,
    ...notes,
  ]
  notifySuccess(`Saved ${stem}.csv`, windowText({ window, timeZone }), {
    label: 'Save notes',
    run: () => saveTextFile(`${stem}-notes.txt`, `${facts.join('\r\n')}\r\n`, 'text/plain;charset=utf-8'),
    forMs: offeredMs,
  })
}

/** For files: spreadsheets need no more. */
export const twoDecimals = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
