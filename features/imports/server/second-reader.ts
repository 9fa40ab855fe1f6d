import { adminFlag, adminRole } from '@quaff/platform/server'
import {
  contentOf,
  tagOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import { figureRole } from '../figures-rules'
import type { DocumentKind } from '../kinds-rules'
import type { FigureName, Sum, MoneyAnswers } from '../report-contract'
import { IdSet } from './check/id-set'

/**
 * Adds up documents by its own rules, so that it does not repeat mistakes of the other readers. Memory grows with
 * merchants, months and the team; other people take eight bytes each.
 */
export class SecondReader {
  private readonly sums = new SumMap()
  private readonly units: boolean
  private readonly currency: string
  private readonly people = new IdSet()
  private readonly withPassword = new IdSet()
  /** People whose claims say customer; the claims override their document. */
  private readonly customers = new IdSet()
  private readonly team = new Map<string, { claims?: string; record?: string; document?: string }>()

  constructor({ amounts, currency }: MoneyAnswers = {}) {
    this.units = amounts === 'units'
    this.currency = currency ?? 'usd'
  }

  add(kind: DocumentKind, document: SourceDocument): void {
    if (kind === 'subscriptions') this.addSubscription(document.data)
    else if (kind === 'redemptions') this.addRedemption(document.data)
    else if (kind === 'accounts') this.addAccount(lastOf(document.path), document.data)
    else if (kind === 'users') this.addPerson(lastOf(document.path), document.data)
    else if (kind === 'admins') this.note(lastOf(document.path), 'record', wordIn(document.data, 'role'))
  }

  private addSubscription(data: DocumentMap): void {
    if (wordIn(data, 'status') !== 'active') return
    const merchant = referenceIn(data, 'merchantId')
    const below = contentOf(data['priceDetails']) ?? {}
    const currency = (wordIn(data, 'currency') || wordIn(below, 'currency') || this.currency).toLowerCase()
    this.sums.add('active', merchant, 1, currency)
    this.sums.add('monthly', merchant, monthlyOf(data, below, this.units ? currencyDigits(currency) : null), currency)
  }

  private addRedemption(data: DocumentMap): void {
    if ((data['status'] ?? 'completed') !== 'completed') return
    this.sums.add('redemptions', referenceIn(data, 'merchantId'), 1)
    this.sums.add('month', monthOf(data['redeemedAt']), 1)
  }

  private addAccount(id: string, data: DocumentMap): void {
    this.people.add(id)
    if (hasPassword(data)) this.withPassword.add(id)
    const claims = claimsOf(data['customAttributes'])
    const role = claims['role']
    const flags = ['admin', adminRole, adminFlag].some((name) => claims[name] === true)
    if (typeof role === 'string' && role !== '') {
      if (role === 'customer') this.customers.add(id)
      else this.note(id, 'claims', role)
    } else if (flags) this.note(id, 'claims', adminRole)
  }

  private addPerson(id: string, data: DocumentMap): void {
    this.people.add(id)
    this.note(id, 'document', wordIn(data, 'role'))
  }

  private note(id: string, source: 'claims' | 'record' | 'document', role: string): void {
    if (role === '' || (role === 'customer' && source === 'document')) return
    this.team.set(id, { ...this.team.get(id), [source]: role })
  }

  /** `led`: documents that are not imported because an existing record replaces them. */
  list(led: ReadonlyMap<string, string> = new Map()): Sum[] {
    const all = new SumMap(this.sums.list())
    const away = new Set([...led.keys()].flatMap((path) => (path.startsWith('users/') ? path.slice(6) : [])))
    const staying = (set: IdSet) => set.size - [...away].filter((id) => set.has(id)).length
    let [people, passwords] = [staying(this.people), staying(this.withPassword)]
    for (const [id, { claims, record, document }] of this.team) {
      const role = figureRole(claims ?? record ?? document ?? '')
      if (role === 'customer' || !this.people.has(id) || this.customers.has(id) || away.has(id)) continue
      people -= 1
      all.add('people', role, 1)
      if (!this.withPassword.has(id)) continue
      passwords -= 1
      all.add('passwords', role, 1)
    }
    if (people > 0) all.add('people', 'customer', people)
    if (passwords > 0) all.add('passwords', 'customer', passwords)
    return all.list()
  }
}

const lastOf = (path: string) => path.split('/').at(-1) ?? ''

function wordIn(data: DocumentMap, name: string) {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

/** Reads an id from text or from a document reference. */
function referenceIn(data: DocumentMap, name: string) {
  const tagged = tagOf(data[name])
  const path = tagged?.tag === '$ref' ? tagged.content : null
  return typeof path === 'string' ? lastOf(path) : wordIn(data, name)
}

const numberIn = (maps: readonly DocumentMap[], name: string, isGood: (value: number) => boolean) =>
  maps.map((map) => map[name]).find((value): value is number => typeof value === 'number' && isGood(value))

/** Intervals per month, times 1,000 (spec §9). */
const thousandths = new Map([
  ['day', 30_000],
  ['week', 4_333],
  ['month', 1_000],
])

/** Returns the monthly amount in whole minor units. All intermediate values are integers below 2^53. */
function monthlyOf(data: DocumentMap, below: DocumentMap, digits: number | null) {
  const both = [data, below]
  const amount =
    digits === null
      ? (numberIn(both, 'amount', Number.isSafeInteger) ?? 0)
      : smallest(numberIn(both, 'amount', (value) => Number.isSafeInteger(smallest(value, digits))) ?? 0, digits)
  const every = numberIn(both, 'intervalCount', (value) => value > 0) ?? 1
  const interval = [wordIn(data, 'interval'), wordIn(below, 'interval')].find(
    (word) => word === 'year' || thousandths.has(word),
  )
  const [times, over] =
    interval === 'year' ? [1, 12 * every] : [thousandths.get(interval ?? 'month') ?? 0, 1_000 * every]
  return Math.floor((2 * amount * times + over) / (2 * over))
}

/** Converts whole units to minor units by the digits of the text. Returns NaN for a fraction of a minor unit. */
function smallest(value: number, digits: number) {
  const [whole = '', part = ''] = String(value).split('.')
  return part.length > digits ? Number.NaN : Number(`${whole}${part.padEnd(digits, '0')}`)
}

/** Returns "2026-11" in UTC, or "?" if the value is not a time. */
function monthOf(value: DocumentValue | undefined) {
  const tagged = tagOf(value)
  const plain = tagged?.tag === '$time' ? tagged.content : value
  if (typeof plain !== 'string' && typeof plain !== 'number') return '?'
  const isNumber = typeof plain === 'number' || /^\d+$/.test(plain)
  const at = new Date(isNumber ? milliseconds(Number(plain)) : plain)
  return Number.isNaN(at.getTime()) ? '?' : at.toISOString().slice(0, 7)
}

function milliseconds(number: number) {
  if (number < 1e11) return number * 1_000
  return number < 1e14 ? number : number / 1_000
}

function hasPassword(data: DocumentMap) {
  const hash = wordIn(data, 'passwordHash')
  if (hash === '' || wordIn(data, 'salt') === '') return false
  return !hash.startsWith('fakeHash') && !Buffer.from(hash, 'base64').toString('latin1').startsWith('REDACTED')
}

/** The provider writes claims as JSON text. */
function claimsOf(value: DocumentValue | undefined): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = typeof value === 'string' ? JSON.parse(value) : {}
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

/** Adds up values by figure, subject and currency. */
export class SumMap {
  private readonly sums = new Map<string, Sum>()

  constructor(sums: readonly Sum[] = []) {
    for (const { figure, of, currency, value } of sums) this.add(figure, of, value, currency)
  }

  add(figure: FigureName, of: string, value: number, currency = ''): void {
    const key = JSON.stringify([figure, of, currency])
    const sum = this.sums.get(key) ?? { figure, of, currency, value: 0 }
    sum.value += value
    this.sums.set(key, sum)
  }

  valueOf({ figure, of, currency }: Omit<Sum, 'value'>): number {
    return this.sums.get(JSON.stringify([figure, of, currency]))?.value ?? 0
  }

  list(): Sum[] {
    return [...this.sums.values()]
  }
}
