import { jsonParser } from 'stream-json/core/parser.js'
import { FormatError } from './errors'
import type { RawValue } from './raw-value'
import { ValueAssembler } from './value-assembler'

/** Where a value stands: names of maps, numbers of lists. */
export type JsonPath = readonly (string | number)[]

/**
 * What of a JSON file is too large to be read at once, and who is told of the rest: each value that stands directly in an
 * opened map or list, and the end of each such map.
 */
export type JsonVisitor = {
  opens(path: JsonPath): boolean
  value(path: JsonPath, value: RawValue): void
  end(path: JsonPath): void
}

type Level = { isList: boolean; place: string | number }

/** Feeds a visitor with pieces of a file; memory holds one value at a time. */
export function createJsonReader(visitor: JsonVisitor) {
  const parse = jsonParser({ packValues: false, streamValues: true })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const levels: Level[] = []
  const value = new ValueAssembler()
  let text = ''
  let bytes = 0
  let isDone = false

  const path = () => levels.map(({ place }) => place)
  const told = (finished: RawValue | undefined) => {
    if (finished === undefined) return
    if (levels.length === 0) throw new FormatError('damaged', bytes)
    visitor.value(path(), finished)
    step()
  }
  /** In a list the next value has the next number; in a map its name comes first. */
  const step = () => {
    const top = levels.at(-1)
    if (top?.isList) top.place = Number(top.place) + 1
  }

  function start(kind: 'object' | 'array'): void {
    if (value.depth > 0 || !visitor.opens(path())) return value.start(kind)
    levels.push({ isList: kind === 'array', place: kind === 'array' ? 0 : '' })
  }

  function end(): void {
    if (value.depth > 0) return told(value.end())
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
        return told(value.put(text))
      case 'endNumber':
        return told(value.number(text))
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return told(value.put(token.value))
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
