import { z } from 'zod'
import { longDayNames, spansText } from '@quaff/features/locations/hours-rules'
import { priceLabel, shortMoney } from '@quaff/features/plans/price-rules'
import { billingIntervals } from '@quaff/features/subscriptions/contract'
import { isRecord } from '@quaff/platform/shared/documents/document-values'
import { sentenceCase } from '@quaff/platform/shared/readable-text'
import { isSecret } from './audit-rules'
import type { AuditChange } from './contract'

type Facts = Readonly<Record<string, unknown>> | null | undefined

const maxDepth = 3
const maxText = 200

/** The fields that differ, nested ones by their path, in the order in which they were written. */
export function auditChanges(before: Facts, after: Facts): AuditChange[] {
  const [old, now] = [flatten(before ?? {}), flatten(after ?? {})]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ field: fieldWords(path), before: old.get(path) ?? null, after: now.get(path) ?? null }))
}

/** Empty and missing fields are left out, so that "nothing" is one thing. */
function flatten(value: Readonly<Record<string, unknown>>, path: string[] = []): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, child] of Object.entries(withMoney(value))) {
    const itsPath = [...path, key]
    if (isRecord(child) && recordText(child) === null && itsPath.length < maxDepth) {
      for (const [childPath, text] of flatten(child, itsPath)) texts.set(childPath, text)
      continue
    }
    const text = textOf(child, key)
    if (text !== '') texts.set(itsPath.join('.'), isSecret(key) ? lastFour(text) : text)
  }
  return texts
}

function textOf(value: unknown, key: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return shortened(isCodeWord(value, key) ? sentenceCase(spaced(value)) : value)
  if (typeof value === 'number') return shortened(String(value))
  if (Array.isArray(value)) return shortened(value.map((item) => textOf(item, key)).join(', '))
  return isRecord(value) ? shortened(recordText(value) ?? pairsText(value)) : shortened(JSON.stringify(value))
}

/** Prices and opening hours as the screens show them; null for any other record. */
function recordText(value: Readonly<Record<string, unknown>>): string | null {
  const span = spanShape.safeParse(value)
  if (span.success) return spansText([span.data])
  const price = priceShape.safeParse(value)
  if (!price.success) return null
  return `${priceLabel(price.data)}${price.data.active === false ? ' (inactive)' : ''}`
}

const clock = z.string().regex(/^\d{2}:\d{2}$/)
const spanShape = z.strictObject({ open: clock, close: clock })
const priceShape = z.looseObject({
  amountMinor: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
  active: z.boolean().optional(),
})

/** "Drinks 2, Per day": without the ids, which say nothing to a reader. */
const pairsText = (value: Readonly<Record<string, unknown>>) =>
  Object.entries(withMoney(value))
    .filter(([key]) => !isIdField.test(key))
    .flatMap(([key, part]) => {
      const text = textOf(part, key)
      return text === '' ? [] : [`${fieldWords(key)} ${isSecret(key) ? lastFour(text) : text}`]
    })
    .join(', ')

/** Amounts beside their currency are one fact: `netMinor` and `currency` become "Net". */
function withMoney(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { currency, ...others } = value
  if (typeof currency !== 'string') return value
  const entries = Object.entries(others).map(([key, part]): [string, unknown] => {
    const name = /^(\w+)Minor$/.exec(key)?.[1]
    const isAmount = name !== undefined && typeof part === 'number' && Number.isSafeInteger(part)
    return isAmount ? [name, shortMoney({ amountMinor: part, currency })] : [key, part]
  })
  const hasAmount = entries.some(([key]) => !(key in value))
  return hasAmount ? Object.fromEntries(entries) : { ...value, currency: currency.toUpperCase() }
}

/** A word of the code, for people to read as "Pending review": by its underscores, or by the field that it stands in. */
function isCodeWord(value: string, key: string): boolean {
  if (isIdField.test(key)) return false
  return /^[a-z]{2,}(_[a-z]{2,})+$/.test(value) || (isWordField.test(key) && /^[a-z][a-zA-Z]*$/.test(value))
}
const isIdField = /^ids?$|(Id|_id)s?$|(By|_by)$/
const isWordField = /(status|role|type|state|kind|interval|method|schedule|filters|fields|changed|what)$/i

const shortened = (text: string) => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)

const lastFour = (text: string) => (text.length > 4 ? `••••${text.slice(-4)}` : text)

/** `address.postalCode` → "Address, postal code", `hours.mon` → "Hours, Monday". */
function fieldWords(path: string): string {
  const words = path.split('.').map((key) => fieldNames.get(key) ?? spaced(key))
  return sentenceCase(words.join(', '))
}

const fieldNames = new Map([...Object.entries(longDayNames), ['accountLast4', 'account, last 4 digits']])

/** "merchantId" and "pending_review" → "merchant id", "pending review". */
const spaced = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
