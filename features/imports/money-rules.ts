import {
  contentOf,
  mapOf,
  type DocumentMap,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import type { DocumentKind } from './kinds-rules'
import type { MoneyAnswers, MoneyRead } from './report-contract'

/** Spec §9. */
const defaultCurrency = 'usd'

export const isCurrency = (text: string) => /^[a-z]{3}$/i.test(text)

type InMinorUnits = { document: SourceDocument } & Pick<MoneyRead, 'read' | 'converted' | 'withoutCurrency'>

/**
 * Returns the document with amounts in minor units and a currency. A second run and an export then need no answers. A
 * fraction of a minor unit is reported, not rounded.
 */
export function inMinorUnits(
  kind: DocumentKind,
  document: SourceDocument,
  { amounts = null, currency = null }: MoneyAnswers,
): InMinorUnits {
  const { data } = document
  const details = kind === 'subscriptions' ? contentOf(data['priceDetails']) : null
  if (kind !== 'prices' && kind !== 'subscriptions') return { document, read: 0, converted: 0, withoutCurrency: 0 }
  const parts = [data, ...(details ? [details] : [])]
  const said = parts.map(currencyIn).find((one) => one !== '')
  if (amounts !== 'units' && (said !== undefined || currency === null))
    return { document, read: countOf(parts), converted: 0, withoutCurrency: said === undefined ? countOf(parts) : 0 }
  const code = said ?? currency ?? defaultCurrency
  const digits = amounts === 'units' && isCurrency(code) ? currencyDigits(code) : null
  const whole = {
    ...data,
    ...amountOf(data, digits),
    ...(details && hasAmount(details)
      ? { priceDetails: mapOf(Object.entries({ ...details, ...amountOf(details, digits) })) }
      : {}),
    ...(said === undefined && currency !== null ? { currency } : {}),
  }
  const read = countOf(parts)
  return {
    document: { ...document, data: whole },
    read,
    converted: digits === null ? 0 : read,
    withoutCurrency: said === undefined ? read : 0,
  }
}

const hasAmount = (map: DocumentMap) => typeof map['amount'] === 'number'
const countOf = (parts: readonly DocumentMap[]) => (parts.some(hasAmount) ? 1 : 0)
const currencyIn = (map: DocumentMap) => (typeof map['currency'] === 'string' ? map['currency'] : '')

function amountOf(map: DocumentMap, digits: number | null): { amount?: number } {
  const { amount } = map
  if (typeof amount !== 'number' || digits === null) return {}
  const isWhole = Number(amount.toFixed(digits)) === amount
  return { amount: isWhole ? Math.round(amount * 10 ** digits) : amount }
}

/** Returns one sentence for each answer that had an effect and for each missing one. */
export function moneyLines({ amounts, currency, converted, withoutCurrency }: MoneyRead, fractions: number): string[] {
  const count = (documents: number) =>
    `${documents.toLocaleString('en-US')} ${documents === 1 ? 'document' : 'documents'}`
  const code = (currency ?? defaultCurrency).toUpperCase()
  return [
    ...(converted > 0 ? [`Amounts of ${count(converted)} converted from whole units to the smallest unit.`] : []),
    ...(withoutCurrency > 0 ? [`${count(withoutCurrency)} without a currency, read as ${code}.`] : []),
    ...(withoutCurrency > 0 && currency === null
      ? ['If that’s wrong, set the currency: --currency chf, or Options in the upload.']
      : []),
    ...(fractions > 0 && amounts === null
      ? ['If 29.99 really is a price, use --amounts units, or Options in the upload.']
      : []),
  ]
}
