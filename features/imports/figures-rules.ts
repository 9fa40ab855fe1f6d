import { roles } from '@quaff/features/accounts/contract'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { withoutControls, isolated } from '@quaff/platform/shared/readable-text'
import type { Comparison, Difference, DifferenceCause, FigureName, Sum } from './report-contract'

/** Unknown roles share one sum. */
export const figureRole = (role: string): string => roles.find((known) => known === role) ?? 'other'

export const figureTexts = {
  active: 'Active subscriptions',
  monthly: 'Monthly revenue',
  redemptions: 'Redemptions',
  month: 'Redemptions in the month',
  people: 'People with this role',
  passwords: 'Passwords for this role',
} as const satisfies Record<FigureName, string>

const causeMessages = {
  skipped: 'skipped',
  kept: 'kept as is',
  here: 'created here',
  edited: 'edited here since',
  earlier: 'from an earlier import',
  not_granted: 'not made an administrator',
  no_hash_settings: 'without hash settings',
} as const satisfies Record<DifferenceCause, string>

/** Causes in the unit of the figure. All other causes count rows. */
const inUnits: ReadonlySet<DifferenceCause> = new Set(['skipped', 'kept', 'here'])

type TimesOf = (currency: string) => number

const scaledIn =
  ({ figure, currency }: Pick<Sum, 'figure' | 'currency'>, timesOf: TimesOf) =>
  (value: number) =>
    figure === 'monthly' ? Math.round(value * timesOf(currency.toLowerCase())) : value

/** Returns the sums with money converted to other decimals. */
export const scaledSums = (sums: readonly Sum[], timesOf: TimesOf): Sum[] =>
  sums.map((sum) => ({ ...sum, value: scaledIn(sum, timesOf)(sum.value) }))

export function scaledComparison(comparison: Comparison, timesOf: TimesOf): Comparison {
  const differences = comparison.differences.map((one): Difference => {
    const scaled = scaledIn(one, timesOf)
    return {
      ...one,
      documents: scaled(one.documents),
      rows: scaled(one.rows),
      counted: one.counted === null ? null : scaled(one.counted),
      causes: one.causes.map((why) => (inUnits.has(why.cause) ? { ...why, value: scaled(why.value) } : why)),
    }
  })
  return { ...comparison, differences }
}

type Money = (minor: number, currency: string) => string

/** Formats money in its currency and every other figure as a number. */
export function figureText({ figure, currency }: Pick<Difference, 'figure' | 'currency'>, value: number, money: Money) {
  return figure === 'monthly' ? money(value, currency) : value.toLocaleString('en-US')
}

export function causesText(difference: Difference, money: Money): string {
  const parts = difference.causes.map(({ cause, value }) =>
    inUnits.has(cause)
      ? `${figureText(difference, value, money)} ${causeMessages[cause]}`
      : `${value.toLocaleString('en-US')} ${causeMessages[cause]}`,
  )
  if (difference.counted !== null && difference.counted !== difference.rows)
    parts.push('the counter differs from its rows')
  return parts.join(', ') || 'unexplained'
}

/** Returns "Half Moon (m1), USD". A merchant that does not exist here is named by its id. */
export function subjectText({ of, name, currency }: Pick<Difference, 'of' | 'name' | 'currency'>): string {
  return [name === null ? of || 'No merchant' : `${isolated(name)} (${of})`, currency.toUpperCase()]
    .filter(Boolean)
    .join(', ')
}

export const agrees = ({ differences, lost }: Comparison) => differences.length === 0 && lost.length === 0

/** "All 12 totals match", "3 of 12 totals differ, 1 unexplained". */
export function comparisonText({ sums, differences, more, lost }: Comparison): string {
  const count = differences.length + more
  const unexplained = differences.filter(({ isExplained }) => !isExplained).length
  if (count === 0 && lost.length === 0) return sums === 0 ? 'No totals to compare' : all(sums)
  if (count === 0) return `${all(sums)}, but documents are missing`
  return `${count} of ${sums} totals differ, ${unexplained === 0 ? 'all explained' : `${unexplained} unexplained`}`
}

const all = (sums: number) => (sums === 1 ? 'The total matches' : `All ${sums} totals match`)

const shown = 40

/** Returns the lines that a terminal shows. Control characters are removed from names. */
export function comparisonLines(comparison: Comparison): string[] {
  const { differences, lost } = comparison
  const money: Money = (minor, currency) => `${decimalText(minor, currency)} ${currency.toUpperCase()}`
  return [
    '',
    `Totals in the documents vs. here: ${comparisonText(comparison)}`,
    ...lost.map(({ kind, read, accounted }) => `  ${kind}: ${read} read, ${accounted} accounted for`),
    ...differences.slice(0, shown).map((one) => {
      const { figure, documents, rows, counted } = one
      const text = (value: number) => figureText(one, value, money)
      const counter = counted === null || counted === rows ? '' : `, counter ${text(counted)}`
      return `  ${figureTexts[figure]}, ${subjectText(one)}: documents ${text(documents)}, here ${text(rows)}${counter} (${causesText(one, money)})`
    }),
    ...(differences.length > shown ? [`  … and ${differences.length - shown} more`] : []),
  ].map(withoutControls)
}
