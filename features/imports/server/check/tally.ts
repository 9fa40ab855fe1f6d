import { type CountedKind, kindOf } from '../../kinds-rules'
import type { CollectionCount, ImportProblem, ProblemGroup } from '../../report-contract'
import type { Judged } from './judge-document'

/** Counts documents by collection and groups similar problems. Memory does not grow with the documents. */
export class Tally {
  private readonly counts = new Map<string, Required<CollectionCount>>()
  private readonly leftOut = new Map<string, number>()
  private readonly groups = new Map<string, ProblemGroup>()

  constructor(private readonly tell: (problem: ImportProblem) => void) {}

  count(collection: string, outcome: Judged['outcome'] | null): void {
    const counts = this.countsOf(collection, kindOf(collection))
    counts.read += 1
    if (outcome) counts[outcome] += 1
  }

  /** Counts a document that is skipped while reading and never reaches the writer. */
  skip(collection: string): void {
    const kind = kindOf(collection)
    const counts = kind ? this.countsOf(collection, kind) : this.countsOf('', 'unreadable')
    counts.read += 1
    counts.skipped += 1
    counts.unwritten += 1
  }

  private countsOf(collection: string, kind: CountedKind | null) {
    const empty = { collection, kind, read: 0, ready: 0, changed: 0, skipped: 0, unwritten: 0 }
    const counts = this.counts.get(collection) ?? empty
    this.counts.set(collection, counts)
    return counts
  }

  /** Counts a document of a kind that was not chosen. */
  leave(collection: string): void {
    this.leftOut.set(collection, (this.leftOut.get(collection) ?? 0) + 1)
  }

  /** Moves documents to skipped. A missing required reference is only known once all files are read. */
  moveToSkipped({ collection, from, count }: { collection: string; from: 'ready' | 'changed'; count: number }): void {
    const known = this.counts.get(collection)
    if (!known) return
    known[from] -= count
    known.skipped += count
  }

  /** Moves documents from ready to changed. */
  change({ collection, count }: { collection: string; count: number }): void {
    const known = this.counts.get(collection)
    if (!known) return
    known.ready -= count
    known.changed += count
  }

  add(problem: ImportProblem): void {
    const { collection, field, fault, level, path, file, place } = problem
    const key = JSON.stringify([collection, field, fault, level])
    const example = path ?? [file, place].filter(Boolean).join(', ')
    const known = this.groups.get(key) ?? { collection, field, fault, level, count: 0, example }
    known.count += 1
    this.groups.set(key, known)
    this.tell(problem)
  }

  collections(): CollectionCount[] {
    return [...this.counts.values()].sort(byCollection)
  }

  left(): { collection: string; read: number }[] {
    return [...this.leftOut].map(([collection, read]) => ({ collection, read })).sort(byCollection)
  }

  /** Most serious first, then the most frequent. */
  problems(): ProblemGroup[] {
    const order = ['skipped', 'changed', 'note']
    return [...this.groups.values()].sort(
      (one, other) => order.indexOf(one.level) - order.indexOf(other.level) || other.count - one.count,
    )
  }
}

const byCollection = (one: { collection: string }, other: { collection: string }) =>
  one.collection < other.collection ? -1 : 1
