import { jsonParser } from 'stream-json/core/parser.js'
import { FormatError } from './errors.js'

/** A JSON value. Whole numbers that a double can't hold exactly are bigints. */
export type RawValue = null | boolean | number | bigint | string | RawValue[] | RawMap
export type RawMap = { [name: string]: RawValue }

export const isRawMap = (value: RawValue | undefined): value is RawMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function rawNumber(text: string): number | bigint {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? BigInt(text) : value
}

/** Firestore allows 1 MiB and 20 levels; marked types add to both. */
const limits = { characters: 16 * 1_024 * 1_024, depth: 100 } as const

type Open = { list: RawValue[] } | { entries: [string, RawValue][]; name: string }

/** Builds one value from its tokens. The last of two equal names wins, as in `JSON.parse`. */
class ValueAssembler {
  private readonly open: Open[] = []
  private characters = 0

  get depth(): number {
    return this.open.length
  }

  start(kind: 'object' | 'array'): void {
    if (this.open.length >= limits.depth) throw new FormatError('too_deep', null)
    this.open.push(kind === 'array' ? { list: [] } : { entries: [], name: '' })
  }

  name(name: string): void {
    const top = this.open.at(-1)
    if (top && 'entries' in top) top.name = name
  }

  /** Returns the value if this was its last bracket. */
  end(): RawValue | undefined {
    const top = this.open.pop()
    return top && this.put('list' in top ? top.list : mapFrom(top.entries))
  }

  put(value: RawValue): RawValue | undefined {
    const top = this.open.at(-1)
    if (!top) return value
    if ('list' in top) top.list.push(value)
    else top.entries.push([top.name, value])
    return undefined
  }

  /** Starts to count the characters of a new value. */
  restart(): void {
    this.characters = 0
  }

  /** Counts text before it is stored. */
  grow(by: number): void {
    this.characters += by
    if (this.characters > limits.characters) throw new FormatError('too_large', null)
  }

  number = (text: string) => this.put(rawNumber(text))
}

const mapFrom = (entries: [string, RawValue][]): RawMap => Object.fromEntries(entries)

/** The place of a value: names in maps, indexes in lists. */
export type JsonPath = readonly (string | number)[]

/**
 * `opens` returns true for a map or list whose values are reported one by one, because it is too large for memory. `value`
 * gets each value directly inside one, and `end` is called at its end.
 */
export type JsonVisitor = {
  opens(path: JsonPath): boolean
  value(path: JsonPath, value: RawValue): void
  end(path: JsonPath): void
}

type Level = { isList: boolean; place: string | number }

/** Reads a file in pieces and calls the visitor. Memory holds one value at a time. */
export function createJsonReader(visitor: JsonVisitor) {
  const parse = jsonParser({ packValues: false, streamValues: true })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const levels: Level[] = []
  const value = new ValueAssembler()
  let text = ''
  let bytes = 0
  let isDone = false

  const path = () => levels.map(({ place }) => place)
  const report = (finished: RawValue | undefined) => {
    if (finished === undefined) return
    if (levels.length === 0) throw new FormatError('damaged', bytes)
    visitor.value(path(), finished)
    step()
  }
  const step = () => {
    const top = levels.at(-1)
    if (top?.isList) top.place = Number(top.place) + 1
  }

  function start(kind: 'object' | 'array'): void {
    if (value.depth > 0 || !visitor.opens(path())) return value.start(kind)
    levels.push({ isList: kind === 'array', place: kind === 'array' ? 0 : '' })
  }

  function end(): void {
    if (value.depth > 0) return report(value.end())
    levels.pop()
    visitor.end(path())
    step()
    isDone = levels.length === 0
  }

  function take(token: NonNullable<ReturnType<typeof tokensIn>>[number]): void {
    switch (token.name) {
      case 'startObject':
        return start('object')
      case 'startArray':
        return start('array')
      case 'endObject':
      case 'endArray':
        return end()
      case 'startKey':
      case 'startString':
      case 'startNumber':
        if (value.depth === 0) value.restart()
        text = ''
        return
      case 'stringChunk':
      case 'numberChunk':
        value.grow(token.value.length)
        text += token.value
        return
      case 'endKey':
        if (value.depth > 0) return value.name(text)
        levels[levels.length - 1] = { isList: false, place: text }
        return
      case 'endString':
        return report(value.put(text))
      case 'endNumber':
        return report(value.number(text))
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return report(value.put(token.value))
      case 'keyValue':
      case 'stringValue':
      case 'numberValue':
      case 'whitespace':
    }
  }

  const tokensIn = (piece: string) => {
    const found = parse(piece)
    return typeof found === 'object' && 'values' in found ? found.values : []
  }

  function read(piece: string): void {
    try {
      for (const token of tokensIn(piece)) take(token)
    } catch (error) {
      throw error instanceof FormatError ? error : new FormatError('damaged', bytes)
    }
  }

  return {
    write(chunk: Buffer): void {
      let piece: string
      try {
        piece = decoder.decode(chunk, { stream: true })
      } catch {
        throw new FormatError('damaged', bytes)
      }
      read(bytes === 0 ? piece.replace(/^\uFEFF/, '') : piece)
      bytes += chunk.length
    },
    close(): void {
      if (!isDone) throw new FormatError('cut_off', bytes)
    },
  }
}

/** A double holds shorter numbers exactly, so only these texts need the slower reader. */
const longNumber = /\d{16}/

/** Parses one value and keeps long numbers exact. Throws if the text is not one value. */
export function parseJson(text: string): RawValue {
  return longNumber.test(text) ? exactly(text) : (JSON.parse(text) as RawValue)
}

function exactly(text: string): RawValue {
  const found: RawValue[] = []
  const reader = createJsonReader({
    opens: (path) => path.length === 0,
    value: (_path, value) => void found.push(value),
    end() {},
  })
  reader.write(Buffer.from(`[${text}]`))
  reader.close()
  const [value, ...others] = found
  if (value === undefined || others.length > 0) throw new FormatError('damaged', null)
  return value
}
