import { dirname, join } from 'node:path/posix'
import { resolveRole } from '@quaff/features/accounts/rules'
import {
  FormatError,
  holdsDocuments,
  readExportCounts,
  readHashParameters,
  type HashParameters,
  type Place,
  type Read,
} from '@quaff/firestore-export/source'
import { adminRole, type SourceFiles } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import { collectionOf, type DocumentKind, isLeftOut, kindOf, type WrittenKind } from '../../kinds-rules'
import { inMinorUnits } from '../../money-rules'
import type { IdLine, MoneyRead, CheckReport, ExportComparison, FileCount, ImportProblem } from '../../report-contract'
import type { ReadingOptions } from '../../runs-contract'
import { PictureFiles, levelOfPicture, pictureCollection, pictureLinks, spooledPicture } from '../apply/picture-files'
import { SecondReader } from '../second-reader'
import { CheckIds } from './check-ids'
import type { FindHere } from './existing-store'
import { withEmbeddedPrices, judgeDocument } from './judge-document'
import { labelOf, openSources, readSource, readText, type Source } from './open-sources'
import { needsOf, noNames } from './references'
import { Relations } from './relations'
import { SelfNamed, Workplaces } from './role-checks'
import { Tally } from './tally'

export type CheckListener = {
  /** Called for each document that can be imported. The kind of an unknown collection is null. */
  document?(kind: DocumentKind | null, document: SourceDocument): Promise<void>
  problem(problem: ImportProblem): void
  /** Password hash settings, the only secret in the files. */
  hashConfig?(config: HashParameters): void
  /** Called for each id of an ID file, if all lines are valid. `isHeld`: the id belongs to another document or row. */
  id?(line: IdLine & { isHeld: boolean }): Promise<void>
  /** Called after each thousand documents and for each file. */
  progress(documents: number, file: string): void
}

/**
 * Reads all files and reports what an import would do, without writing. `findHere` returns the existing records among
 * those that documents name but do not contain. Kinds that were not chosen are ignored.
 */
export async function checkSources(
  files: SourceFiles,
  listener: CheckListener,
  findHere: FindHere,
  options: ReadingOptions = {},
): Promise<CheckReport> {
  const sources = await openSources(files)
  const check = new Check(listener, options, new PictureFiles(sources))
  const isOfIds = ({ format }: Source) => format.kind === 'ids'
  const inOrder = [...sources.filter(isOfIds), ...sources.filter((one) => !isOfIds(one))]
  for (const source of inOrder) await check.file(source)
  return check.report(inOrder, findHere)
}

class Check {
  private readonly tally: Tally
  private readonly relations = new Relations()
  private readonly workplaces = new Workplaces()
  private readonly ids: CheckIds
  private readonly only: readonly WrittenKind[] | null
  private readonly money: MoneyRead
  private readonly figures: SecondReader
  private readonly files: FileCount[] = []
  private readonly exports: ExportComparison[] = []
  private readonly passwords = { kept: 0, missing: 0, unreachable: 0, canBeChecked: false }
  private readonly administrators = new Set<string>()
  private readonly selfNamed = new SelfNamed()
  private documents = 0

  constructor(
    private readonly listener: CheckListener,
    private readonly options: ReadingOptions,
    private readonly pictures: PictureFiles,
  ) {
    const { only = null, amounts = null, currency = null } = options
    this.only = only
    this.money = { amounts, currency, read: 0, converted: 0, withoutCurrency: 0 }
    this.figures = new SecondReader(options)
    this.tally = new Tally((problem) => listener.problem(problem))
    this.ids = new CheckIds(this.tally)
  }

  async file(source: Source): Promise<void> {
    const { path, bytes, format } = source
    this.listener.progress(this.documents, path)
    const file: FileCount = {
      path,
      bytes,
      format: labelOf(source),
      documents: holdsDocuments(format) ? 0 : null,
      fault: null,
    }
    this.files.push(file)
    try {
      for await (const read of readSource(source)) {
        file.documents = (file.documents ?? 0) + 1
        await this.take(read, path)
      }
      if (format.kind === 'managed_counts') await this.readCounts(source)
      if (format.kind === 'hash_config') await this.takeHashConfig(source)
      if (format.kind === 'ids') await this.ids.take(source)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      file.fault = error.fault
    }
  }

  private async take(read: Read, file: string): Promise<void> {
    this.documents += 1
    if (this.documents % 1_000 === 0) this.listener.progress(this.documents, file)
    const where = { file, place: placeText(read.place) }
    if ('fault' in read) {
      const collection = read.path === null ? '' : collectionOf(read.path)
      if (read.path !== null && isLeftOut(kindOf(collection), this.only)) return this.tally.leave(collection)
      this.tally.skip(collection)
      this.tally.add({
        ...where,
        path: read.path,
        collection,
        field: '',
        fault: read.fault,
        level: 'skipped',
        shown: '',
      })
      return
    }
    const kind = kindOf(collectionOf(read.document.path))
    for (const document of withEmbeddedPrices(kind, read.document)) await this.takeDocument(document, where)
  }

  private async takeDocument(original: SourceDocument, where: { file: string; place: string }): Promise<void> {
    const collection = collectionOf(original.path)
    const kind = kindOf(collection)
    if (isLeftOut(kind, this.only)) {
      this.tally.leave(collection)
      return kind === 'merchants' ? this.takePictures(original, where) : undefined
    }
    if (!kind) {
      this.tally.count(collection, null)
      return this.listener.document?.(null, original)
    }
    // The old audit log is skipped as a whole (0044). Pictures are not documents of the old system.
    if (kind === 'audit' || kind === 'pictures') return this.tally.skip(collection)
    const document = this.inMinorUnits(kind, original)
    const judged = judgeDocument(kind, document)
    const about = { ...where, path: document.path, collection }
    const isGiven = this.ids.meet(kind, document)
    const faults = this.relations
      .meet(kind, document, judged.email)
      .filter((fault) => !isGiven || (fault !== 'unusable_id' && fault !== 'same_id'))
    const isTwice = faults.includes('twice')
    const worst = faults.length > 0 && judged.outcome === 'ready' ? 'changed' : judged.outcome
    const outcome = isTwice ? 'skipped' : worst
    if (isTwice) this.tally.skip(collection)
    else this.tally.count(collection, outcome)
    const problems: ImportProblem[] = [
      ...judged.problems.map(({ field, fault, level, shown }) => ({ ...about, field, fault, level, shown })),
      ...faults.map((fault) => ({
        ...about,
        field: '',
        fault,
        level: fault === 'twice' ? ('skipped' as const) : ('changed' as const),
        shown: '',
      })),
    ]
    this.tell(
      outcome === 'skipped'
        ? problems.filter(({ level }) => level === 'skipped')
        : this.relations.needs(
            document,
            collection,
            needsOf(kind, document, judged.names, this.only),
            outcome,
            problems,
          ),
    )
    if (isTwice) return
    // Accounts or administrators that are left out may still give the role.
    if (!isLeftOut('accounts', this.only) && !isLeftOut('admins', this.only)) this.selfNamed.note(judged, about)
    this.notePerson(judged, judged.email !== null && !faults.includes('same_email'))
    if (outcome !== 'skipped') this.workplaces.note(kind, document, judged, { about, outcome })
    this.figures.add(kind, original)
    await this.listener.document?.(kind, document)
    if (kind === 'merchants') await this.takePictures(document, where)
  }

  private tell(problems: readonly ImportProblem[]): void {
    for (const problem of problems) this.tally.add(problem)
  }

  private inMinorUnits(kind: DocumentKind, original: SourceDocument): SourceDocument {
    const { document, read, converted, withoutCurrency } = inMinorUnits(kind, original, this.options)
    this.money.read += read
    this.money.converted += converted
    this.money.withoutCurrency += withoutCurrency
    return document
  }

  private async takePictures(document: SourceDocument, where: { file: string; place: string }): Promise<void> {
    if (isLeftOut('pictures', this.only)) return
    for (const link of pictureLinks(document)) {
      const picture = { ...link, ...(await this.pictures.read(link)), merchantPath: document.path }
      const isBrought = 'bytes' in picture
      this.tally.count(pictureCollection, isBrought ? 'ready' : 'skipped')
      if (isBrought) {
        const names = { ...noNames, merchantId: idOf(document) }
        this.relations.needs(document, pictureCollection, needsOf('pictures', document, names, this.only), 'ready')
      } else {
        const about = { ...where, path: document.path, collection: 'merchants', field: link.field, shown: '' }
        this.tally.add({ ...about, fault: picture.fault, level: levelOfPicture(link) })
      }
      await this.listener.document?.('pictures', spooledPicture(picture))
    }
  }

  private notePerson({ person }: ReturnType<typeof judgeDocument>, isReachable: boolean): void {
    if (!person) return
    const withoutPassword = isReachable ? 'missing' : 'unreachable'
    if (person.hasPassword !== null) this.passwords[person.hasPassword ? 'kept' : withoutPassword] += 1
    if (resolveRole({ claims: person.claims, adminRecordRole: person.role }) === adminRole)
      this.administrators.add(person.id)
  }

  private async takeHashConfig(source: Source): Promise<void> {
    const config = readHashParameters(await readText(source))
    if (!config) return
    if (isLeftOut('accounts', this.only)) return
    this.passwords.canBeChecked = true
    this.listener.hashConfig?.(config)
  }

  /** An export states its own document counts, which reveal a missing file before anything is written. */
  private async readCounts(source: Source): Promise<void> {
    for await (const { metadataFile, documents } of readExportCounts(source.open()))
      this.exports.push({ metadataFile: join(dirname(source.path), metadataFile), says: documents, found: 0 })
  }

  /** `sources` must be in the order in which they were read. */
  async report(sources: readonly Source[], findHere: FindHere): Promise<CheckReport> {
    const led = await this.ids.decide(findHere, (line) => this.listener.id?.(line) ?? Promise.resolve())
    const { missing, late, changed, held } = await this.relations.missing(findHere, (path) => led.get(path) ?? null)
    for (const { id, collection, count, example, field, fault, level } of missing) {
      const shown = `${id}: ${count}`
      this.tally.add({ path: example, file: '', place: '', collection, field, fault, level, shown })
    }
    for (const some of late) this.tally.moveToSkipped(some)
    for (const some of changed) this.tally.change(some)
    this.tell(held)
    for (const { problem, outcome } of this.workplaces.differences(led)) {
      if (outcome === 'ready' && problem.level === 'changed')
        this.tally.change({ collection: problem.collection, count: 1 })
      this.tally.add(problem)
    }
    const selfNamed = await this.selfNamed.problems(findHere)
    this.tell(selfNamed)
    const inFolder = (folder: string) =>
      this.files.filter(
        (file, index) => sources[index]?.format.kind === 'managed_documents' && dirname(file.path) === folder,
      )
    return {
      files: this.files,
      collections: this.tally.collections(),
      exports: this.exports.map((one) => ({
        ...one,
        found: inFolder(dirname(one.metadataFile)).reduce((sum, { documents }) => sum + (documents ?? 0), 0),
      })),
      problems: this.tally.problems(),
      passwords: this.passwords,
      administrators: [...this.administrators].sort(),
      selfNamed: selfNamed.map(({ path, shown }) => `${path} (${shown})`).sort(),
      ...(this.only ? { choice: { only: this.only, leftOut: this.tally.left() } } : {}),
      ...(this.money.read > 0 ? { money: this.money } : {}),
      ...(this.ids.counts ? { ids: this.ids.counts } : {}),
      figures: this.figures.list(led),
    }
  }
}

const placeText = (place: Place) => {
  if (place === null) return ''
  return 'line' in place ? `line ${place.line}` : `record ${place.record}`
}
