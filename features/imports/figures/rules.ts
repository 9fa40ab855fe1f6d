import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import { withoutControls } from '@quaff/platform/shared/readable-text'
import { kindLabels } from '../kinds/rules'
import type { Comparison, Difference, DifferenceCause, FigureName, LostDocuments } from './contract'

export const figureLabels = {
  active: 'Active subscriptions',
  monthly: 'Monthly revenue',
  redemptions: 'Redemptions',
  month: 'Redemptions of the month',
  people: 'People',
  passwords: 'People with a password',
} as const satisfies Record<FigureName, string>

export const causeLabels = {
  aside: 'Stayed aside',
  kept: 'Kept as it is here',
  edited: 'Changed here',
  not_granted: 'Administrators not granted',
  no_hash_settings: 'No settings of password hashes',
} as const satisfies Record<DifferenceCause, string>

export const agrees = ({ differences, lost }: Comparison) => differences.length === 0 && lost.length === 0

const number = new Intl.NumberFormat('en-US')
export const agreementText = ({ sums }: Comparison) =>
  sums === 1 ? 'The one sum agrees' : `All ${number.format(sums)} sums agree`

/** Of the worst first: what nothing explains is somebody's to look at. */
export function verdictText({ differences, more, sums, lost }: Comparison): string {
  const strange = differences.filter(({ isExplained }) => !isExplained).length
  const count = `${number.format(differences.length + more)} of ${number.format(sums)} sums differ`
  if (strange > 0) return `${count}, ${number.format(strange)} of them for no known reason`
  if (lost.length > 0) return 'Documents are missing'
  return `${count}, all for known reasons`
}

/** The merchant, month or role. */
export const subjectText = ({ figure, name, of }: Difference) =>
  figure === 'people' || figure === 'passwords' ? of.replaceAll('_', ' ') : (name ?? of) || '—'

/** "Monthly revenue (CHF)" */
export const figureTitle = ({ figure, currency }: Difference) =>
  `${figureLabels[figure]}${currency && ` (${currency.toUpperCase()})`}`

export const lostText = ({ kind, read, accounted }: LostDocuments) =>
  `${kindLabels[kind]}: ${number.format(read)} read, ${number.format(accounted)} accounted for`

export type FigureFormat = (of: Pick<Difference, 'figure' | 'currency'>, value: number) => string

/** Why; with how much of the difference each accounts for, unless one accounts for all of it. */
export function reasonTexts(difference: Difference, format: FigureFormat = figureText): string[] {
  const { documents, rows, causes, counter } = difference
  const text = (value: number) => format(difference, value)
  const isAll = causes.length === 1 && causes[0]?.value === documents - rows
  const explained = causes.reduce((sum, { value }) => sum + value, 0)
  return [
    ...causes.map(({ cause, value }) => (isAll ? causeLabels[cause] : `${causeLabels[cause]}: ${text(-value)}`)),
    ...(counter ? [`The counter says ${text(counter.counted)}, its rows ${text(counter.rows)}`] : []),
    ...(documents - rows === explained ? [] : ['No known reason']),
  ]
}

/** Counts, and money with the digits of its currency, which stands beside it. */
export const figureText: FigureFormat = ({ figure, currency }, value) => {
  const digits = figure === 'monthly' ? currencyDigits(currency.toUpperCase()) : 0
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return (value / 10 ** digits).toLocaleString('en-US', shown)
}

/** As the terminal shows them, after the run. Names come from outside: nothing in them moves a cursor. */
export function comparisonLines(comparison: Comparison): string[] {
  if (agrees(comparison)) return ['', `${agreementText(comparison)}.`]
  const { differences, more, lost } = comparison
  const lines = differences.flatMap((one) => [
    `  ${figureTitle(one)}, ${subjectText(one)}`,
    `    ${figureText(one, one.documents)} in the documents, ${figureText(one, one.rows)} here`,
    ...reasonTexts(one).map((reason) => `    ${reason}`),
  ])
  return [
    '',
    `${verdictText(comparison)}.`,
    ...lines,
    ...(more > 0 ? [`  … and ${number.format(more)} more`] : []),
    ...lost.map((one) => `  ${lostText(one)}`),
  ].map(withoutControls)
}
