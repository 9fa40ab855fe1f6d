import { counted } from '@quaff/platform/console/display/formats'

export const shownRows = 6

/** A single row more is shown instead of "1 other". */
export const firstRows = <T>(rows: readonly T[]): readonly T[] =>
  rows.length > shownRows + 1 ? rows.slice(0, shownRows) : rows

type All = { count: number; amountMinor: number; noun: string; textOf: (amountMinor: number) => string }

export function sumsOf(shown: readonly { amountMinor: number }[], { count, amountMinor, noun, textOf }: All) {
  const rest = amountMinor - shown.reduce((sum, row) => sum + row.amountMinor, 0)
  const others = count - shown.length
  return [
    ...(others > 0 ? [{ name: counted(others, `other ${noun}`), text: textOf(rest) }] : []),
    { name: count === 1 ? `1 ${noun}` : `All ${counted(count, noun)}`, text: textOf(amountMinor) },
  ]
}
