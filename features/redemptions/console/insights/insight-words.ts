import type { Measured } from '../../insights/contract'
import { formatDate } from '@quaff/platform/console/display/date-time'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'
import { csvText } from '@quaff/platform/shared/csv'
import { saveTextFile } from '@quaff/platform/console/save-file'

export const countFormat = new Intl.NumberFormat()
export const averageFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
export const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** "1 drink", "1,204 drinks" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countFormat.format(count)} ${count === 1 ? one : many}`
}

/** "23 Oct – 21 Nov 2026, Asia/Kathmandu": days as they are written on that zone's calendar. */
export function windowText({ window: { from, to }, timeZone }: Measured): string {
  return `${rangeText(from, to, timeZone)}, ${zoneText(timeZone)}`
}

export function rangeText(from: Date, to: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }).formatRange(from, to)
}

export const zoneText = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** "as of 14:03", on the same clock as the window. */
export function freshnessText({ measuredAt, timeZone }: Measured, hourCycle: HourCycle): string {
  return `as of ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
}

/** For files: spreadsheets need no more. */
export const twoDecimals = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

type Row = readonly (string | number | null)[]

/** The last lines say what the figures are of: a file outlives the screen that it came from. */
export function saveInsights(name: string, head: Row, rows: readonly Row[], measured: Measured): void {
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
