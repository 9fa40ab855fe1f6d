import { csvText } from '@quaff/platform/shared/csv'
import { saveTextFile } from '../../save-file'
import type { Measured } from './measured-words'

type Row = readonly (string | number | null)[]

/** The last lines say what the figures are of: a file outlives the screen that it came from. */
export function saveMeasured(name: string, head: Row, rows: readonly Row[], measured: Measured): void {
  const { window, timeZone, measuredAt } = measured
  const facts: Row[] = [
    [],
    ['From', window.from.toISOString()],
    ['To', window.to.toISOString()],
    ['Time zone', timeZone],
    ['Read at', measuredAt.toISOString()],
  ]
  saveTextFile(`${name}-${measuredAt.toISOString().slice(0, 10)}.csv`, csvText([head, ...rows, ...facts]))
}

/** For files: spreadsheets need no more. */
export const twoDecimals = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
