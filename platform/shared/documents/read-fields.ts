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
import type { DocumentReading } from './reading'

export const fieldFaults = [
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
export type FieldFault = (typeof fieldFaults)[number]

/** `aside`: the document can't come over; `changed`: it comes with another value; `note`: somebody should know. */
export type ProblemLevel = 'aside' | 'changed' | 'note'
export type FieldProblem = {
  /** "contactInfo.email" */
  field: string
  fault: FieldFault
  level: ProblemLevel
  /** What stood there, without showing a person's data: words that name a kind, numbers, else what kind of value; nothing where nothing did. */
  shown: string
}

const longest = { id: 1_500, line: 500, text: 20_000, list: 1_000 } as const

/**
 * Reads the fields of one document that we know. Whatever is there but is not what it should be becomes a problem with
 * its field; an absent field or null is no problem by itself.
 */
export class FieldReader {
  /** Names that were asked for; of maps below, their readers. */
  private readonly asked = new Map<string, FieldReader | null>()

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
    if (!this.asked.has(name)) this.asked.set(name, null)
    return (Object.hasOwn(this.data, name) ? this.data[name] : null) ?? null
  }

  /** One line; null where there is none. */
  line(name: string, max: number = longest.line): string | null {
    return this.cleaned(name, max, withoutControls)
  }

  /** Of another document: its id, or a reference to it. */
  id(name: string): string | null {
    const tagged = tagOf(this.raw(name))
    if (tagged?.tag === '$ref' && typeof tagged.content === 'string') return tagged.content.split('/').at(-1) || null
    return this.line(name, longest.id) || null
  }

  /** Several lines. */
  text(name: string, max: number = longest.text): string | null {
    return this.cleaned(name, max, linesWithoutControls)
  }

  private cleaned(name: string, max: number, clean: (text: string) => string): string | null {
    const value = this.raw(name)
    if (value === null) return null
    // Numbers typed into a text field, such as a telephone's, lose nothing as text.
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return this.tell(name, 'not_text', 'changed')
    const safe = clean(text)
    if (safe !== text) this.tell(name, 'controls_removed', 'changed')
    if (safe.length <= max) return safe
    this.tell(name, 'too_long', 'changed')
    // Half a character at the end is one that no JSON column takes.
    return safe.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  }

  /** Of a closed list; undefined where it is another word, which the caller judges. */
  word<const Word extends string>(name: string, words: readonly Word[], level: ProblemLevel): Word | null {
    const value = this.raw(name)
    if (value === null) return null
    return words.find((word) => word === value) ?? this.tell(name, 'unknown_word', level)
  }

  /** Three letters; nobody knows what an amount of anything else is worth. */
  currency(name: string): string | null {
    const value = this.raw(name)
    if (value === null || value === '') return null
    const isCode = typeof value === 'string' && /^[a-z]{3}$/i.test(value)
    if (!isCode) return this.tell(name, 'unknown_word', 'aside')
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

  /** A whole number within its bounds. */
  whole(name: string, bounds: { min: number; max: number }, level: ProblemLevel): number | null {
    const value = this.raw(name)
    if (value === null) return null
    if (typeof value !== 'number')
      return this.tell(name, tagOf(value)?.tag === '$int' ? 'out_of_range' : 'not_number', level)
    if (!Number.isInteger(value)) return this.tell(name, 'fraction', level)
    return value >= bounds.min && value <= bounds.max ? value : this.tell(name, 'out_of_range', level)
  }

  /** Texts of a list; what is no text is left out and told. */
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

  /** A map below this one; an empty one where there is none. */
  map(name: string): FieldReader {
    const value = this.raw(name)
    const content = contentOf(value)
    if (value !== null && content === null) this.tell(name, 'not_map', 'changed')
    const below = new FieldReader(content ?? {}, `${this.prefix}${name}.`, this.problems)
    if (content !== null) this.asked.set(name, below)
    return below
  }

  /** Everything in it, as it is. */
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
        const reader = this.asked.get(name)
        if (reader === undefined) return [[name, value]]
        const below = reader?.rest() ?? {}
        return Object.keys(below).length > 0 ? [[name, below]] : []
      }),
    )
  }

  tell(name: string, fault: FieldFault, level: ProblemLevel): null {
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
 * `createdAt` and `updatedAt`; where they are missing or unreadable, what the source's store knows of the document, else
 * the other of the two. Told where there is neither: then it is the epoch, as spec §3 has it.
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

/** Where the value itself helps, and is a word or number of the old system rather than a person's. */
const shows: ReadonlySet<FieldFault> = new Set([
  'unknown_word',
  'unknown_currency',
  'not_true_or_false',
  'fraction',
  'out_of_range',
])

/** What may stand in a report: no names, no addresses, no numbers that could be a telephone's or an account's. */
function describeValue(value: DocumentValue, isShown: boolean): string {
  // The sentence says it: "is missing".
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
