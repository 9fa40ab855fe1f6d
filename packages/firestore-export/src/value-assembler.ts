import { FormatError } from './errors'
import { rawNumber, type RawMap, type RawValue } from './raw-value'

/** A document has at most 1 MiB and 20 levels at its source; marked types add to both. */
const limits = { characters: 16 * 1_024 * 1_024, depth: 100 } as const

type Open = { list: RawValue[] } | { entries: [string, RawValue][]; name: string }

/** Builds one value from its tokens. A name given twice holds what came last, as everywhere in JSON. */
export class ValueAssembler {
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

  /** The finished value once its last bracket came. */
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

  /** A new value begins outside of this one: what was counted belonged to another. */
  restart(): void {
    this.characters = 0
  }

  /** Called with each piece of text before it is kept. */
  grow(by: number): void {
    this.characters += by
    if (this.characters > limits.characters) throw new FormatError('too_large', null)
  }

  number = (text: string) => this.put(rawNumber(text))
}

const mapFrom = (entries: [string, RawValue][]): RawMap => Object.fromEntries(entries)
