import { currencyCodes } from '../money/currency-codes'
import { linesWithoutControls, withoutControls } from '../readable-text'
import {
  contentOf,
  type DocumentMap,
  type DocumentValue,
  isMap,
  readTime,
  type SourceDocument,
  storable,
  tagOf,
} from './document-values'

const fieldErrorCodes = [
  'missing',
  'not_text',
  'not_number',
  'not_true_or_false',
  'not_time',
  'not_list',
  'not_map',
  'fraction',
  'out_of_range',
  'unknown_word',
  'too_long',
  'too_many',
  'controls_removed',
  'secret_dropped',
  'not_carried',
  'not_a_hash',
  'not_granted',
  'not_an_email',
  'no_way_in',
  'unknown_currency',
  'before_start',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]

/** `skipped`: the document is skipped; `changed`: it is imported with another value; `note`: for information. */
export type ProblemLevel = 'skipped' | 'changed' | 'note'
export type FieldProblem = {
  /** "contactInfo.email" */
  field: string
  fault: FieldErrorCode
  level: ProblemLevel
  /** The value without personal data: a number, a code word or the type of the value; empty if there was none. */
  shown: string
}

const longest = { id: 1_500, line: 500, text: 20_000, list: 1_000 } as const

/**
 * Reads the known fields of one document. An invalid value becomes a problem of its field. An absent field or null is
 * not a problem.
 */
export class FieldReader {
  /** Names that were read; nested maps with their readers. */
  private readonly requested = new Map<string, FieldReader | null>()

  private constructor(
    private readonly data: DocumentMap,
    private readonly prefix: string,
    readonly problems: FieldProblem[],
  ) {}

  static of(data: DocumentMap): FieldReader {
    return new FieldReader(data, '', [])
  }

  has(name: string): boolean {
    return Object.hasOwn(this.data, name) && this.data[name] !== null
  }

  raw(name: string): DocumentValue {
    if (!this.requested.has(name)) this.requested.set(name, null)
    return (Object.hasOwn(this.data, name) ? this.data[name] : null) ?? null
  }

  /** Reads one line; null if there is none. */
  line(name: string, max: number = longest.line): string | null {
    return this.cleaned(name, max, withoutControls)
  }

  /** Reads the id of another document, from text or from a reference. */
  id(name: string): string | null {
    const tagged = tagOf(this.raw(name))
    if (tagged?.tag === '$ref' && typeof tagged.content === 'string') return tagged.content.split('/').at(-1) || null
    return this.line(name, longest.id) || null
  }

  /** Reads several lines. */
  text(name: string, max: number = longest.text): string | null {
    return this.cleaned(name, max, linesWithoutControls)
  }

  private cleaned(name: string, max: number, clean: (text: string) => string): string | null {
    const value = this.raw(name)
    if (value === null) return null
    // A number in a text field, such as a phone number, loses nothing as text.
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return this.tell(name, 'not_text', 'changed')
    const safe = clean(text)
    if (safe !== text) this.tell(name, 'controls_removed', 'changed')
    if (safe.length <= max) return safe
    this.tell(name, 'too_long', 'changed')
    // A JSON column rejects half of a surrogate pair.
    return safe.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  }

  /** Reads a word of a fixed list. Any other word is a problem of this level. */
  word<const Word extends string>(name: string, words: readonly Word[], level: ProblemLevel): Word | null {
    const value = this.raw(name)
    if (value === null) return null
    return words.find((word) => word === value) ?? this.tell(name, 'unknown_word', level)
  }

  /** Reads a currency code. An amount in anything else has no known value, so the document is skipped. */
  currency(name: string): string | null {
    const value = this.raw(name)
    if (value === null || value === '') return null
    const isCode = typeof value === 'string' && /^[a-z]{3}$/i.test(value)
    if (!isCode) return this.tell(name, 'unknown_word', 'skipped')
    const code = value.toLowerCase()
    if (!currencyCodes.includes(code)) this.tell(name, 'unknown_currency', 'note')
    return code
  }

  flag(name: string): boolean | null {
    const value = this.raw(name)
    if (value === null || typeof value === 'boolean') return value
    return this.tell(name, 'not_true_or_false', 'changed')
  }

  time(name: string, level: ProblemLevel = 'changed'): Date | null {
    const value = this.raw(name)
    if (value === null) return null
    return readTime(value) ?? this.tell(name, 'not_time', level)
  }

  /** Reads a whole number within the bounds. */
  whole(name: string, bounds: { min: number; max: number }, level: ProblemLevel): number | null {
    const value = this.raw(name)
    if (value === null) return null
    if (typeof value !== 'number')
      return this.tell(name, tagOf(value)?.tag === '$int' ? 'out_of_range' : 'not_number', level)
    if (!Number.isInteger(value)) return this.tell(name, 'fraction', level)
    return value >= bounds.min && value <= bounds.max ? value : this.tell(name, 'out_of_range', level)
  }

  /** Reads a list of texts. Other values are left out and reported. */
  lines(name: string, max: number = longest.list): string[] {
    const value = this.raw(name)
    if (value === null) return []
    if (!Array.isArray(value)) {
      this.tell(name, 'not_list', 'changed')
      return []
    }
    const found = value.filter((one): one is string => typeof one === 'string' && one !== '')
    if (found.length < value.length) this.tell(name, 'not_text', 'changed')
    const texts = found.map(withoutControls).filter((one) => one !== '')
    if (texts.join() !== found.join()) this.tell(name, 'controls_removed', 'changed')
    if (texts.length > max) this.tell(name, 'too_many', 'changed')
    return [...new Set(texts)].slice(0, max)
  }

  /** Returns a reader for a nested map, or for an empty map if there is none. */
  map(name: string): FieldReader {
    const value = this.raw(name)
    const content = contentOf(value)
    if (value !== null && content === null) this.tell(name, 'not_map', 'changed')
    const below = new FieldReader(content ?? {}, `${this.prefix}${name}.`, this.problems)
    if (content !== null) this.requested.set(name, below)
    return below
  }

  /** Returns all fields unchanged. */
  content(): DocumentMap {
    for (const name of Object.keys(this.data)) this.raw(name)
    return storable(this.data)
  }

  reading<Row>(row: Row | null): DocumentReading<Row> {
    return { row, problems: this.problems, rest: storable(this.rest()) }
  }

  private rest(): DocumentMap {
    return Object.fromEntries(
      Object.entries(this.data).flatMap(([name, value]): [string, DocumentValue][] => {
        const reader = this.requested.get(name)
        if (reader === undefined) return [[name, value]]
        const below = reader?.rest() ?? {}
        return Object.keys(below).length > 0 ? [[name, below]] : []
      }),
    )
  }

  tell(name: string, fault: FieldErrorCode, level: ProblemLevel): null {
    this.problems.push({
      field: `${this.prefix}${name}`,
      fault,
      level,
      shown: describeValue(this.raw(name), shows.has(fault)),
    })
    return null
  }
}

/**
 * Reads `createdAt` and `updatedAt`. A missing one falls back to the time of the source's store, then to the other.
 * Without any time it reports a problem and returns the epoch (spec §3).
 */
export function readDocumentTimes(
  { createTime, updateTime }: Pick<SourceDocument, 'createTime' | 'updateTime'>,
  fields: FieldReader,
): { createdAt: Date; updatedAt: Date } {
  const [created, updated] = [fields.time('createdAt'), fields.time('updatedAt')]
  const createdAt = created ?? readTime(createTime) ?? updated
  if (!createdAt && !fields.has('createdAt')) fields.tell('createdAt', 'missing', 'changed')
  const updatedAt = updated ?? readTime(updateTime) ?? createdAt
  return { createdAt: createdAt ?? new Date(0), updatedAt: updatedAt ?? new Date(0) }
}

/** Faults whose report shows the value: it is a word or number of the old system, not personal data. */
const shows: ReadonlySet<FieldErrorCode> = new Set([
  'unknown_word',
  'unknown_currency',
  'not_true_or_false',
  'fraction',
  'out_of_range',
])

/** Describes a value for a report without names, addresses, or numbers that could be a phone or account number. */
function describeValue(value: DocumentValue, isShown: boolean): string {
  // The sentence already says "is missing".
  if (value === null) return ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number')
    return isShown && Math.abs(value) < 1e5
      ? String(value)
      : `number with ${String(Math.abs(Math.trunc(value))).length} digits`
  if (value === '') return 'empty text'
  if (typeof value === 'string')
    return isShown && /^[a-z][a-z_-]{0,23}$/i.test(value) ? `"${value}"` : `text of ${value.length} characters`
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : `list of ${value.length}`
  const tagged = tagOf(value)
  if (!tagged || tagged.tag === '$map') {
    const size = Object.keys(isMap(value) ? value : {}).length
    return size === 0 ? 'empty object' : `object with ${size} ${size === 1 ? 'field' : 'fields'}`
  }
  return {
    $time: 'a time',
    $ref: 'a reference',
    $geo: 'a place',
    $bytes: 'bytes',
    $int: 'a long number',
    $double: 'not a number',
  }[tagged.tag]
}

/** The row of a document. If it is null, a problem of level `skipped` gives the reason. */
export type DocumentReading<Row> = {
  row: Row | null
  problems: readonly FieldProblem[]
  /** Fields that were not read, at any depth. The row has no column for them. */
  rest: DocumentMap
}

/** "merchants/m1/locations/l1" → "l1" */
export const idOf = ({ path }: SourceDocument) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the id of the parent document, or null at the top level: "merchants/m1/locations/l1" → "m1" */
export const parentIdOf = ({ path }: SourceDocument) => path.split('/').at(-3) ?? null
