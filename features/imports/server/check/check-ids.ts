import { FormatError, type Chunks } from '@quaff/firestore-export/source'
import { isRefusal, readCsvLines } from '@quaff/platform/server'
import { headingKey } from '@quaff/platform/shared/csv-format'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idColumns, mappedKindOf, mappedPath, collectionOf, type DocumentKind } from '../../kinds-rules'
import { idErrorCodes, type IdCounts, type IdLine, type ImportProblem, type ProblemCode } from '../../report-contract'
import { isUsableId } from '../apply/renamed-ids'
import { noNamesRequested, type FindHere } from './existing-store'
import { GivenIds } from './id-set'
import { isImportPath, type Source } from './open-sources'
import type { Tally } from './tally'

type LineProblem = Omit<ImportProblem, 'collection' | 'field' | 'level'>

/** Reports each line of the ID files with its effect, or why it has none. */
export class CheckIds {
  private readonly ids = new GivenIds()
  private found: IdCounts | null = null

  constructor(private readonly tally: Tally) {}

  /** Null without an ID file. */
  get counts(): IdCounts | null {
    return this.found
  }

  /** Must run before any document is read. */
  async take(source: Source): Promise<void> {
    this.count(null)
    try {
      for (const { line, ...read } of await readIdFile(source.open())) {
        const where = { file: source.path, place: `line ${line}` }
        if ('fault' in read) this.report({ ...read, ...where })
        else if (!this.ids.add({ ...read, ...where }))
          this.report({ ...read, ...where, fault: 'id_twice', shown: read.id })
      }
    } catch (error) {
      this.count('wrong')
      throw error
    }
  }

  /** Returns true if a line gives this document an id. */
  meet(kind: DocumentKind, document: SourceDocument): boolean {
    return this.ids.meet(kind, document)
  }

  /**
   * Must run after all documents. Returns the ids of existing records that replace documents. `note` gets each valid
   * line, but none if any line is wrong.
   */
  async decide(
    findHere: FindHere,
    note: (line: IdLine & { isHeld: boolean }) => Promise<void> = async () => {},
  ): Promise<ReadonlyMap<string, string>> {
    const lines = this.ids.list()
    if (lines.length === 0) return new Map()
    const { ids } = await findHere({ ...noNamesRequested, ids: lines })
    const decided = this.ids.decide(ids)
    for (const { path, id, result, file, place } of decided)
      this.report({ path, fault: result, shown: id, file, place })
    if (this.found?.wrong === 0)
      for (const { path, kind, id, result } of decided)
        // A document that was imported before already has its id.
        if (!ids.get(path)?.cameAs) await note({ path, kind, id, isHeld: result === 'id_leads' })
    return new Map(decided.flatMap(({ path, id, result }) => (result === 'id_leads' ? [[path, id] as const] : [])))
  }

  private report(problem: LineProblem): void {
    const { path, fault } = problem
    const isWrong = fault === 'bad_path' || idErrorCodes.some((one) => one === fault)
    const collection = path === null ? '' : collectionOf(path)
    this.tally.add({ ...problem, collection, field: '', level: isWrong ? 'skipped' : 'note' })
    this.count(isWrong ? 'wrong' : (fault as keyof IdCounts))
  }

  private count(name: keyof IdCounts | null): void {
    this.found ??= { id_given: 0, id_leads: 0, id_waits: 0, id_other: 0, wrong: 0 }
    if (name !== null) this.found[name] += 1
  }
}

type ReadLine = { line: number } & (IdLine | { path: string | null; fault: ProblemCode; shown: string })

/** The whole file is read into memory. This size holds more than half a million lines. */
const mostBytes = 32 * 1_024 ** 2

/** Reads the lines of an ID file and judges each on its own. */
export async function readIdFile(chunks: Chunks): Promise<ReadLine[]> {
  const [header, ...rows] = readRows(await readText(chunks))
  const names = (header?.record ?? []).map(headingKey)
  const [document, id] = idColumns.map((column) => names.indexOf(column))
  return rows.map(({ line, record }): ReadLine => {
    const path = record[document ?? -1] ?? ''
    const given = record[id ?? -1]?.trim() ?? ''
    const wrong = (fault: ProblemCode, shown: string) => ({
      line,
      path: isImportPath(path) ? path : null,
      fault,
      shown,
    })
    if (path === '' || given === '') return wrong('id_cells', '')
    if (!isImportPath(path)) return wrong('bad_path', path.slice(0, shownLetters))
    const kind = mappedKindOf(path)
    if (kind === null) return wrong('id_kind', '')
    if (!isUsableId(given)) return wrong('id_unusable', given.slice(0, shownLetters))
    return { line, path: mappedPath(kind, path), kind, id: given }
  })
}

const shownLetters = 100

function readRows(text: string) {
  try {
    return readCsvLines(text)
  } catch (error) {
    if (isRefusal(error)) throw new FormatError('damaged', null)
    throw error
  }
}

async function readText(chunks: Chunks) {
  const found: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > mostBytes) throw new FormatError('too_large', null)
    found.push(chunk)
  }
  return Buffer.concat(found).toString('utf8')
}
