import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { type IdCounts, idFaults, type IdLine } from '../../ids-contract'
import { collectionOf, type DocumentKind } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { GivenIds } from './given-ids'
import { type FindHere, noNamesAsked } from './here-store'
import type { Source } from './open-sources'
import { readIdFile } from './read-id-file'
import type { Tally } from './tally'

type Told = Omit<ImportProblem, 'collection' | 'field' | 'level'>

/** Files that give ids, as a check tells of them: each line, and what it does or why it does nothing. */
export class CheckIds {
  private readonly ids = new GivenIds()
  private found: IdCounts | null = null

  constructor(private readonly tally: Tally) {}

  /** Null where there is no such file. */
  get counts(): IdCounts | null {
    return this.found
  }

  /** Before all documents. */
  async take(source: Source): Promise<void> {
    this.count(null)
    try {
      for (const { line, ...read } of await readIdFile(source.open())) {
        const where = { file: source.path, place: `line ${line}` }
        if ('fault' in read) this.tell({ ...read, ...where })
        else if (!this.ids.add({ ...read, ...where }))
          this.tell({ ...read, ...where, fault: 'id_twice', shown: read.id })
      }
    } catch (error) {
      this.count('wrong')
      throw error
    }
  }

  /** Whether a line gives this one an id. */
  meet(kind: DocumentKind, document: SourceDocument): boolean {
    return this.ids.meet(kind, document)
  }

  /** After all documents: where those lead that stay behind. `note`: each line that is to hold; none while one is wrong. */
  async decide(
    findHere: FindHere,
    note: (line: IdLine & { isHeld: boolean }) => Promise<void> = async () => {},
  ): Promise<ReadonlyMap<string, string>> {
    const lines = this.ids.list()
    if (lines.length === 0) return new Map()
    const { ids } = await findHere({ ...noNamesAsked, ids: lines })
    const decided = this.ids.decide(ids)
    for (const { path, id, told, file, place } of decided) this.tell({ path, fault: told, shown: id, file, place })
    if (this.found?.wrong === 0)
      for (const { path, kind, id, told } of decided)
        // What came over before has its id already.
        if (!ids.get(path)?.cameAs) await note({ path, kind, id, isHeld: told === 'id_leads' })
    return new Map(decided.flatMap(({ path, id, told }) => (told === 'id_leads' ? [[path, id] as const] : [])))
  }

  private tell(told: Told): void {
    const { path, fault } = told
    const isWrong = fault === 'bad_path' || idFaults.some((one) => one === fault)
    const collection = path === null ? '' : collectionOf(path)
    this.tally.add({ ...told, collection, field: '', level: isWrong ? 'aside' : 'note' })
    this.count(isWrong ? 'wrong' : (fault as keyof IdCounts))
  }

  private count(name: keyof IdCounts | null): void {
    this.found ??= { id_given: 0, id_leads: 0, id_waits: 0, id_other: 0, wrong: 0 }
    if (name !== null) this.found[name] += 1
  }
}
