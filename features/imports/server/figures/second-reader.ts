import {
  contentOf,
  tagOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { adminFlag, adminRole } from '@quaff/platform/shared/product'
import type { RunFigures, Sum } from '../../figures/contract'
import type { DocumentKind } from '../../kinds/rules'
import { IdSet } from '../checking/id-set'
import { figureRole, type PersonFigures, personSums } from './person-figures'
import { SumMap } from './sum-map'

/**
 * Reads documents a second time, by rules of its own, and only adds up: a mistake of the readers that make rows is not made
 * here as well. Shares nothing with them but the documents. Grows with merchants, months and the team; of all other people
 * it keeps eight bytes each.
 */
export class SecondReader {
  private readonly sums = new SumMap()
  private readonly documents: RunFigures['documents'] = {}
  private readonly people = new IdSet()
  private readonly withPassword = new IdSet()
  private readonly team = new Map<string, { claims?: string; record?: string; document?: string }>()

  add(kind: DocumentKind, { path, data }: SourceDocument): void {
    this.documents[kind] = (this.documents[kind] ?? 0) + 1
    this.sums.add(usageSums(kind, data))
    const id = lastOf(path)
    if (kind === 'accounts' || kind === 'users') this.people.add(id)
    if (kind === 'accounts' && hasPassword(data)) this.withPassword.add(id)
    if (kind === 'accounts') this.note(id, 'claims', roleOfClaims(data['customAttributes']))
    if (kind === 'users') this.note(id, 'document', wordIn(data, 'role'))
    if (kind === 'admins') this.note(id, 'record', wordIn(data, 'role'))
  }

  private note(id: string, source: 'claims' | 'record' | 'document', role: string): void {
    if (role === '' || (role === 'customer' && source === 'document')) return
    this.team.set(id, { ...this.team.get(id), [source]: role })
  }

  person(id: string): PersonFigures {
    const { claims, record, document } = this.team.get(id) ?? {}
    return { role: figureRole(claims ?? record ?? document ?? 'customer'), hasPassword: this.withPassword.has(id) }
  }

  figures(): RunFigures {
    const all = new SumMap().add(this.sums.list())
    let [people, passwords] = [this.people.size, this.withPassword.size]
    for (const id of this.team.keys()) {
      if (!this.people.has(id)) continue
      const person = this.person(id)
      people -= 1
      if (person.hasPassword) passwords -= 1
      all.add(personSums(person))
    }
    const customers = { role: 'customer', hasPassword: false }
    all.add(personSums(customers, people - passwords)).add(personSums({ ...customers, hasPassword: true }, passwords))
    return { sums: all.list().filter(({ value }) => value !== 0), documents: this.documents, comparison: null }
  }
}

/** What a pass or a drink adds. */
export function usageSums(kind: DocumentKind, data: DocumentMap): Sum[] {
  if (kind === 'subscriptions' && wordIn(data, 'status') === 'active') {
    const below = contentOf(data['priceDetails']) ?? {}
    const currency = (wordIn(data, 'currency') || wordIn(below, 'currency') || 'usd').toLowerCase()
    const about = { of: referenceIn(data, 'merchantId'), currency }
    return [
      { figure: 'active', ...about, value: 1 },
      { figure: 'monthly', ...about, value: monthlyOf(data, below) },
    ]
  }
  if (kind === 'redemptions' && (data['status'] ?? 'completed') === 'completed')
    return [
      { figure: 'redemptions', of: referenceIn(data, 'merchantId'), currency: '', value: 1 },
      { figure: 'month', of: monthOf(data['redeemedAt']), currency: '', value: 1 },
    ]
  return []
}

export const lastOf = (path: string) => path.split('/').at(-1) ?? ''

function wordIn(data: DocumentMap, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** An id as text, or as a reference to its document. */
function referenceIn(data: DocumentMap, name: string): string {
  const tagged = tagOf(data[name])
  return tagged?.tag === '$ref' && typeof tagged.content === 'string' ? lastOf(tagged.content) : wordIn(data, name)
}

const numberIn = (maps: readonly DocumentMap[], name: string, isGood: (value: number) => boolean) =>
  maps.map((map) => map[name]).find((value): value is number => typeof value === 'number' && isGood(value))

/** Thousandths of a month that go into an interval's turn (spec §9): 4.333 weeks or 30 days are one. */
const thousandths = new Map([
  ['day', 30_000],
  ['week', 4_333],
  ['month', 1_000],
])

/** What it brings in a month, in whole minor units. All numbers on the way are whole and below 2^53. */
function monthlyOf(data: DocumentMap, below: DocumentMap): number {
  const both = [data, below]
  const amount = numberIn(both, 'amount', Number.isSafeInteger) ?? 0
  const every = numberIn(both, 'intervalCount', (value) => value > 0) ?? 1
  const interval = [wordIn(data, 'interval'), wordIn(below, 'interval')].find(
    (word) => word === 'year' || thousandths.has(word),
  )
  const [times, over] =
    interval === 'year' ? [1, 12 * every] : [thousandths.get(interval ?? 'month') ?? 0, 1_000 * every]
  return Math.floor((2 * amount * times + over) / (2 * over))
}

/** "2026-11" in UTC; "?" where it can't be told. */
function monthOf(value: DocumentValue | undefined): string {
  const tagged = tagOf(value)
  const plain = tagged?.tag === '$time' ? tagged.content : value
  const digits = typeof plain === 'string' && /^\d+$/.test(plain) ? Number(plain) : plain
  if (typeof digits !== 'number' && typeof digits !== 'string') return '?'
  const at = new Date(typeof digits === 'number' ? milliseconds(digits) : digits)
  return Number.isNaN(at.getTime()) ? '?' : monthName(at)
}

export const monthName = (at: Date) => at.toISOString().slice(0, 7)

function milliseconds(number: number): number {
  if (number < 1e11) return number * 1_000
  return number < 1e14 ? number : number / 1_000
}

/** Not those of an emulator, nor what is written to whoever may not see them. */
function hasPassword(data: DocumentMap): boolean {
  const hash = wordIn(data, 'passwordHash')
  if (hash === '' || wordIn(data, 'salt') === '') return false
  return !hash.startsWith('fakeHash') && !Buffer.from(hash, 'base64').toString('latin1').startsWith('REDACTED')
}

/** The provider writes them as text. */
function roleOfClaims(value: DocumentValue | undefined): string {
  const claims = claimsOf(value)
  if (typeof claims['role'] === 'string' && claims['role'] !== '') return claims['role']
  return ['admin', adminRole, adminFlag].some((name) => claims[name] === true) ? adminRole : ''
}

function claimsOf(value: DocumentValue | undefined): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = typeof value === 'string' ? JSON.parse(value) : {}
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
