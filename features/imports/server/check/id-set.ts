import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import { type DocumentKind, groupOf, mappedPath } from '../../kinds-rules'
import { type IdErrorCode, type IdLine, type IdNote, type MappedId } from '../../report-contract'

/**
 * A set of texts as 64-bit hashes, so that a million ids fit in memory. Two texts in 10^19 collide, which a report can
 * bear; no write depends on it.
 */
export class IdSet {
  private slots = new BigUint64Array(1_024)
  private count = 0

  get size(): number {
    return this.count
  }

  /** Returns true if the text is new. */
  add(text: string): boolean {
    if (this.count * 2 >= this.slots.length) this.grow()
    return this.put(markOf(text))
  }

  has(text: string): boolean {
    const mark = markOf(text)
    return this.slots[this.slotOf(mark)] === mark
  }

  private put(mark: bigint): boolean {
    const slot = this.slotOf(mark)
    if (this.slots[slot] === mark) return false
    this.slots[slot] = mark
    this.count += 1
    return true
  }

  /** Returns the slot of the hash, or the free slot that it would take. */
  private slotOf(mark: bigint): number {
    const mask = this.slots.length - 1
    let slot = Number(mark & 0xffffffffn) & mask
    while (this.slots[slot] !== 0n && this.slots[slot] !== mark) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new BigUint64Array(old.length * 2)
    this.count = 0
    for (const mark of old) if (mark !== 0n) this.put(mark)
  }
}

/** Combines two hashes of the text. Never returns 0, which marks a free slot. */
function markOf(text: string) {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 13)
  }
  return (BigInt(one >>> 0) << 32n) | BigInt((other | 1) >>> 0)
}

type Place = { file: string; place: string }
type PlacedLine = IdLine & Place
type DecidedLine = PlacedLine & { result: IdNote | IdErrorCode }

/** The state of a line's document and of its new id in the database. */
export type IdHere = {
  path: string
  /** A row already has the id. */
  isTaken: boolean
  /** The row id of the document if it was imported before. */
  cameAs: string | null
  /** The mapping that an earlier run stored. */
  noted: Pick<MappedId, 'rowId' | 'leads'> | null
}

const keyOf = (kind: DocumentKind, id: string) => `${kind} ${id}`

/** Collects the lines of ID files and matches them with the documents. */
export class GivenIds {
  private readonly lines = new Map<string, PlacedLine>()
  private readonly wanted = new Set<string>()
  private readonly held = new Set<string>()
  private readonly met = new Set<string>()

  /** Returns false if an earlier line already gives the document an id. */
  add(line: PlacedLine): boolean {
    if (this.lines.has(line.path)) return false
    this.lines.set(line.path, line)
    this.wanted.add(keyOf(line.kind, line.id))
    return true
  }

  /**
   * Returns true if a line gives the document an id. Otherwise remembers a document that already has an id that a line
   * wants.
   */
  meet(kind: DocumentKind, document: SourceDocument): boolean {
    if (this.lines.size === 0) return false
    const path = mappedPath(kind, document.path)
    if (this.lines.has(path)) {
      if (kind === 'users' || kind === 'accounts' || groupOf(kind) !== 'users') this.met.add(path)
      return true
    }
    const key = keyOf(groupOf(kind), idOf(document))
    if (this.wanted.has(key)) this.held.add(key)
    return false
  }

  list(): PlacedLine[] {
    return [...this.lines.values()]
  }

  /**
   * Returns the effect of each line, in order. If several lines want one free id, the first document gets it and the
   * others lead to it.
   */
  decide(here: ReadonlyMap<string, IdHere>): DecidedLine[] {
    const given = new Set<string>()
    return this.list().map((line) => ({ ...line, result: this.verdict(line, here.get(line.path), given) }))
  }

  private verdict({ path, kind, id }: PlacedLine, here: IdHere | undefined, given: Set<string>): IdNote | IdErrorCode {
    if (this.isCircle(kind, id)) return 'id_circle'
    const key = keyOf(kind, id)
    const before = here?.cameAs ?? here?.noted?.rowId ?? null
    if (before !== null && before !== id) return 'id_other'
    const isOwn = before !== null && here?.noted?.leads !== true
    if (!isOwn && (here?.noted?.leads || here?.isTaken || this.held.has(key) || given.has(key))) return 'id_leads'
    given.add(key)
    return isOwn || this.met.has(path) ? 'id_given' : 'id_waits'
  }

  /**
   * References to people and merchants contain only an id. Another document must not get an id that a line moves away.
   */
  private isCircle(kind: DocumentKind, id: string): boolean {
    if (kind !== 'users' && kind !== 'merchants') return false
    const other = this.lines.get(`${kind}/${id}`)
    return other !== undefined && other.id !== id
  }
}
