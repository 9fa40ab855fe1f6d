import { dayNames, type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { isRecord } from '@quaff/platform/shared/documents/document-values'
import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import {
  allowancePeriods,
  planLimits,
  planVisibilities,
  type Allowance,
  type PlanChanges,
  type PlanVisibility,
  type TimeWindow,
} from './contract'
import { planRefusals } from './refusals'

type Document = Readonly<Record<string, unknown>>

export type PlanFields = {
  description: string | null
  allowance: Allowance | null
  timeWindow: TimeWindow | null
  singleDrinkPrice: number | null
  eligibleItems: string[]
  validLocationIds: string[]
  visibility: PlanVisibility
}

const readers = {
  description: (value) => (typeof value === 'string' ? value : undefined),
  allowance: readAllowance,
  timeWindow: readTimeWindow,
  singleDrinkPrice: (value) => (isCount(value) ? value : undefined),
  eligibleItems: readTexts,
  validLocationIds: readTexts,
  visibility: (value) => planVisibilities.find((known) => known === value),
} as const satisfies Record<keyof PlanFields, (value: unknown) => unknown>

const isKnownKey = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key)

/** The keys that the console knows, from a document that may hold anything (spec §3 "free-form fields"). */
export function readPlanFields(document: Document): PlanFields {
  return {
    description: readers.description(document.description) ?? null,
    allowance: readers.allowance(document.allowance) ?? null,
    timeWindow: readers.timeWindow(document.timeWindow) ?? null,
    singleDrinkPrice: readers.singleDrinkPrice(document.singleDrinkPrice) ?? null,
    eligibleItems: readers.eligibleItems(document.eligibleItems) ?? [],
    validLocationIds: readers.validLocationIds(document.validLocationIds) ?? [],
    visibility: readers.visibility(document.visibility) ?? 'public',
  }
}

/** Returns read-only fields: unknown keys, and known keys in an unreadable shape. */
export function otherPlanFields(document: Document): { key: string; value: string }[] {
  return Object.entries(document)
    .filter(([key, value]) => value !== null && (!isKnownKey(key) || readers[key](value) === undefined))
    .map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) }))
}

/** Changes only the keys in `changes`. Unknown keys are preserved, also within allowance and time window. */
export function mergePlanFields(document: Document, changes: PlanChanges): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...document }
  for (const [key, value] of Object.entries(changes)) {
    if (!isKnownKey(key) || value === undefined) continue
    if (isEmpty(value)) Reflect.deleteProperty(merged, key)
    else merged[key] = isRecord(value) && isRecord(merged[key]) ? { ...merged[key], ...value } : value
  }
  return merged
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

const numberWords = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** "One drink a day", "Five drinks a week, weekdays 06:00–11:00"; without an allowance "No limit on drinks". */
export function allowanceSentence(allowance: Allowance | null, timeWindow: TimeWindow | null): string {
  const drinks = allowance
    ? `${numberWords[allowance.drinks] ?? allowance.drinks} ${allowance.drinks === 1 ? 'drink' : 'drinks'} a ${allowance.per}`
    : 'No limit on drinks'
  return timeWindow ? `${drinks}, ${windowText(timeWindow)}` : drinks
}

/** "weekdays 06:00–11:00"; a window that ends where it begins lasts the whole day. */
export function windowText({ days, from, to }: TimeWindow): string {
  return from === to ? daysText(days) : `${daysText(days)} ${from}–${to}`
}

function daysText(days: readonly Weekday[]) {
  const positions = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []))
  const text = positions.join()
  if (text === '0,1,2,3,4,5,6') return 'every day'
  if (text === '0,1,2,3,4') return 'weekdays'
  if (text === '5,6') return 'weekends'
  const [first = 0] = positions
  const last = positions.at(-1) ?? 0
  const name = (index: number) => dayNames[weekdays[index] ?? 'mon']
  if (positions.length > 2 && last - first === positions.length - 1) return `${name(first)}–${name(last)}`
  return positions.map(name).join(', ')
}

/** Returns the reason why this merchant's plans are locked, or null. */
export function lockedRefusal(merchantStatus: string): Refusal | null {
  if (merchantStatus === 'archived') return refuse(planRefusals, 'MERCHANT_STATE', 'is archived')
  return merchantStatus === 'rejected' ? refuse(planRefusals, 'MERCHANT_STATE', 'was rejected') : null
}

/** Returns the form of a subscriber's name that merchant staff see: "Ana P." */
export function maskedName(displayName: string | null): string {
  const [first, ...rest] = (displayName ?? '').trim().split(/\s+/u)
  // Imported accounts may carry the address as their name.
  if (!first || first.includes('@')) return 'Unnamed subscriber'
  const initial = [...(rest.at(-1) ?? '')][0]
  return initial ? `${first} ${initial.toLocaleUpperCase()}.` : first
}

/** "Daily Cup (copy)", cut so that it still fits. */
export function copyName(name: string, maxLength: number): string {
  const suffix = ' (copy)'
  if (name.endsWith(suffix)) return name
  // The limit may fall into the middle of a character; its half cannot be stored.
  const kept = name.slice(0, maxLength - suffix.length).replace(/\p{Cs}$/u, '')
  return `${kept}${suffix}`
}

function readAllowance(value: unknown): Allowance | undefined {
  if (!isRecord(value)) return undefined
  const per = allowancePeriods.find((period) => period === value.per)
  const { drinks } = value
  if (!per || !isCount(drinks) || drinks < 1 || drinks > planLimits.maxDrinks) return undefined
  return { drinks, per }
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

function readTimeWindow(value: unknown): TimeWindow | undefined {
  if (!isRecord(value) || !Array.isArray(value.days)) return undefined
  const { days, from, to } = value
  const known = weekdays.filter((day) => days.includes(day))
  if (known.length === 0 || known.length !== days.length) return undefined
  if (typeof from !== 'string' || typeof to !== 'string' || !clockTime.test(from) || !clockTime.test(to))
    return undefined
  return { days: known, from, to }
}

function readTexts(value: unknown) {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((item) => typeof item === 'string')
  return texts.length === value.length ? texts : undefined
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
