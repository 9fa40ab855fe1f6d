import {
  type Context,
  inTransaction,
  publishLive,
  recordAudit,
  refuse,
  type Services,
  type Spool,
  type Transaction,
} from '@quaff/platform/server'
import { storable, type SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { collectionOf, type CountedKind, type DocumentKind, type WrittenKind, writtenKinds } from '../../kinds-rules'
import { originalsOf } from '../../originals-rules'
import { importRefusals } from '../../refusals'
import type { LeftOut, Sum, CheckReport } from '../../report-contract'
import { documentOutcomes, importLimits, type RunCounts } from '../../runs-contract'
import { compareRun } from '../compare-run'
import { forgottenVersion } from '../forget-imported-store'
import { holdPlace } from '../runs/run-lock'
import { findRun, insertProblems, keptMoving, saveProgress, saveStopped, type ImportRun } from '../runs/run-store'
import { SecondReader, SumMap } from '../second-reader'
import {
  findKnown,
  hashOf,
  listRenamed,
  saveDocuments,
  type DocumentRecord,
  tellRolesNotGiven,
  tellWorkplacesOfDocuments,
} from './document-store'
import { listMapped, saveIds } from './id-store'
import { kindTargets } from './kind-targets'
import { RenamedIds } from './renamed-ids'
import { emptyResult, type Batch, type BatchResult, writeBatch } from './write-batch'
import { preparePicture } from './write-picture'

type ApplyListener = { progress(kind: DocumentKind, written: number): void }

/**
 * Writes the documents in the spool, from the position where an earlier attempt stopped. Each batch saves its position
 * in the same transaction, so a crash loses nothing and repeats nothing.
 * @throws SPOOL_GONE
 */
export async function applyRun(ctx: Context, spool: Spool, runId: string, listener: ApplyListener): Promise<ImportRun> {
  const run = await findRun(ctx.db, runId)
  if (!run) throw new Error('The run no longer exists')
  if (!(await spool.isWhole())) {
    await saveStopped(ctx.db, runId, 'files_gone', ctx.clock.now())
    throw refuse(importRefusals, 'SPOOL_GONE')
  }
  // Ids are stored before the first document. An interrupted attempt repeats this.
  if (run.kind === null) await noteIds(ctx, spool, run)
  const renamed = new RenamedIds(await listRenamed(ctx.db), await listMapped(ctx.db))
  const targets = kindTargets(ctx, run, renamed)
  const first = run.kind === null ? 0 : writtenKinds.findIndex((kind) => kind === run.kind)
  let at = run.kind === null ? { ...run, counts: skippedWhileReading(run.report) } : run
  for (const kind of writtenKinds.slice(first)) {
    const skip = kind === run.kind ? run.line : 0
    for await (const { documents, line } of batchesOf(spool, kind, sizeOf(kind), skip)) {
      const write =
        kind === 'pictures'
          ? await picturesOf(documents)
          : writerOf({ runId, kind, target: targets[kind], renamed }, documents)
      at = await writeDocuments(ctx, kind, write, at, line)
      listener.progress(kind, line)
    }
  }
  await keepOthers(ctx, spool, at)
  const comparison = await keptMoving(ctx.db, runId, compareRun(ctx, at))
  await inTransaction(ctx, async (tx) => {
    await holdPlace(tx, at)
    await tellRolesNotGiven(tx, runId)
    await tellWorkplacesOfDocuments(tx, runId)
    await recordAudit(ctx, tx, {
      action: 'import_documents',
      targetType: 'import',
      targetId: runId,
      after: { source: run.source, counts: at.counts, ...(run.options.only ? { only: run.options.only } : {}) },
    })
    // Open lists must refetch.
    for (const topic of ['merchant', 'user', 'subscription', 'redemption'] as const)
      await publishLive(tx, { topic, subjectId: runId })
    await saveProgress(tx, runId, { counts: at.counts, comparison, state: 'done', endedAt: ctx.clock.now() })
  })
  await spool.remove()
  return { ...at, comparison, state: 'done' }

  async function picturesOf([document]: readonly SourceDocument[]): Promise<WriteBatch> {
    return document ? preparePicture(ctx, { runId, renamed }, document) : async () => emptyResult()
  }
}

/** Counts documents that no batch counts, so that the outcomes of each kind add up to the documents read. */
function skippedWhileReading(report: CheckReport | null): RunCounts {
  let counts: RunCounts = {}
  for (const { kind, unwritten = 0 } of report?.collections ?? [])
    if (kind !== null && unwritten > 0)
      counts = added(counts, kind, { outcomes: { ...emptyResult().outcomes, skipped: unwritten } })
  return counts
}

type WriteBatch = (tx: Transaction) => Promise<BatchResult>
const writerOf =
  (batch: Batch, documents: readonly SourceDocument[]): WriteBatch =>
  (tx) =>
    writeHalving(tx, batch, documents)

function sizeOf(kind: WrittenKind): number {
  if (kind === 'pictures') return importLimits.pictureBatch
  return kind === 'redemptions' ? importLimits.redemptionBatch : importLimits.batch
}

/** Stores the ids from ID files before any document is written. */
async function noteIds(services: Services, spool: Spool, at: ImportRun): Promise<void> {
  for await (const { documents: lines } of batchesOf<Parameters<typeof saveIds>[2][number]>(
    spool,
    'ids',
    importLimits.batch,
    0,
  ))
    await inTransaction(services, async (tx) => {
      await holdPlace(tx, at)
      await saveIds(tx, at.id, lines)
    })
}

/** Stores documents of unknown collections unchanged, so that no data of the old system is lost. */
async function keepOthers(services: Services, spool: Spool, at: ImportRun): Promise<void> {
  for await (const { documents } of batchesOf(spool, 'others', importLimits.batch, 0))
    await inTransaction(services, async (tx) => {
      await holdPlace(tx, at)
      const known = await findKnown(
        tx,
        documents.map(({ path }) => path),
      )
      const changed = documents.filter(({ path, data }) => {
        const before = known.get(path)
        return before?.rowVersion !== forgottenVersion && before?.hash !== hashOf(data)
      })
      await saveDocuments(tx, at.id, changed.map(recordOfOther))
    })
}

function recordOfOther(document: SourceDocument): DocumentRecord {
  const residue = storable(document.data)
  const originals = originalsOf(document, {}, residue)
  return {
    path: document.path,
    kind: 'others',
    rowId: '',
    hash: hashOf(document.data),
    residue,
    originals,
    rowVersion: null,
  }
}

async function* batchesOf<Line = SourceDocument>(
  spool: Spool,
  kind: DocumentKind | 'others' | 'ids',
  size: number,
  skip: number,
) {
  let line = 0
  let documents: Line[] = []
  for await (const text of spool.lines(kind)) {
    line += 1
    if (line <= skip) continue
    documents.push(JSON.parse(text) as Line)
    if (documents.length < size) continue
    yield { documents, line }
    documents = []
  }
  if (documents.length > 0) yield { documents, line }
}

async function writeDocuments(
  services: Services,
  kind: WrittenKind,
  write: WriteBatch,
  at: ImportRun,
  line: number,
): Promise<ImportRun> {
  return inTransaction(services, async (tx) => {
    await holdPlace(tx, at)
    const result = await write(tx)
    const leftOut = addLeftOut(at.leftOut, kind, result.left)
    const next = { kind, line, counts: added(at.counts, kind, result), leftOut }
    await insertProblems(tx, at.id, result.problems)
    await saveProgress(tx, at.id, next)
    return { ...at, ...next }
  })
}

/** Halves a rejected batch until the bad row is found, so that all other rows are written. */
async function writeHalving(tx: Transaction, batch: Batch, documents: readonly SourceDocument[]): Promise<BatchResult> {
  try {
    return await tx.transaction((savepoint) => writeBatch(savepoint, batch, documents))
  } catch (error) {
    const [only, ...others] = documents
    if (!only || !isOfOneRow(error)) throw error
    if (others.length === 0) return refused(only)
    const middle = Math.ceil(documents.length / 2)
    const one = await writeHalving(tx, batch, documents.slice(0, middle))
    return joined(one, await writeHalving(tx, batch, documents.slice(middle)))
  }
}

/**
 * Returns true for rejected values and relations (SQLSTATE 22 and 23) and for refusals. A lost connection is not the
 * fault of a row.
 */
function isOfOneRow(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('reason' in error) return true
  if ('code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code)) return true
  return isOfOneRow(error.cause)
}

function refused(document: SourceDocument): BatchResult {
  const { path } = document
  const result = emptyResult()
  result.left.skipped.push(document)
  result.outcomes.skipped += 1
  const collection = collectionOf(path)
  result.problems.push({
    path,
    collection,
    field: '',
    fault: 'refused',
    level: 'skipped',
    shown: '',
    file: '',
    place: '',
  })
  return result
}

function joined(one: BatchResult, other: BatchResult): BatchResult {
  const sums = documentOutcomes.map((name) => [name, one.outcomes[name] + other.outcomes[name]] as const)
  return {
    outcomes: { ...one.outcomes, ...Object.fromEntries(sums) },
    problems: [...one.problems, ...other.problems],
    left: { skipped: [...one.left.skipped, ...other.left.skipped], kept: [...one.left.kept, ...other.left.kept] },
  }
}

const added = (counts: RunCounts, kind: CountedKind, { outcomes }: Pick<BatchResult, 'outcomes'>): RunCounts => ({
  ...counts,
  [kind]: joined({ ...emptyResult(), outcomes: counts[kind] ?? emptyResult().outcomes }, { ...emptyResult(), outcomes })
    .outcomes,
})

/**
 * Adds the sums of these documents. People are left out, because distinct people can only be counted over all
 * documents.
 */
function addLeftOut(
  before: LeftOut | null,
  kind: DocumentKind,
  { skipped, kept }: { skipped: readonly SourceDocument[]; kept: readonly SourceDocument[] },
): LeftOut | null {
  if ((kind !== 'subscriptions' && kind !== 'redemptions') || skipped.length + kept.length === 0) return before
  const add = (sums: readonly Sum[], documents: readonly SourceDocument[]) => {
    const reader = new SecondReader()
    for (const document of documents) reader.add(kind, document)
    return new SumMap([...sums, ...reader.list()]).list()
  }
  return { skipped: add(before?.skipped ?? [], skipped), kept: add(before?.kept ?? [], kept) }
}
