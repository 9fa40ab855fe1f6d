import { purgeBrandImages } from '@quaff/features/branding/server'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import {
  type Context,
  inTransaction,
  publishLive,
  recordAudit,
  refuse,
  type Spool,
  type Transaction,
} from '@quaff/platform/server'
import { type DocumentKind, writtenKinds } from '../../kinds-rules'
import { venueOf } from '../../pictures-rules'
import { importRefusals } from '../../refusals'
import type { ImportProblem, UndoErrorCode } from '../../report-contract'
import { importLimits, type UndoCounts } from '../../runs-contract'
import { undoVerdict } from '../../runs-rules'
import { listRenamed } from '../apply/document-store'
import { forgetIds, listMapped } from '../apply/id-store'
import { kindTargets } from '../apply/kind-targets'
import { listHeld, slotOf } from '../apply/picture-store'
import { RenamedIds } from '../apply/renamed-ids'
import { changePlace } from '../apply/write-picture'
import { holdAlone, holdPlace } from './run-lock'
import { type ImportRun, insertProblems, lockRun, saveProgress } from './run-store'
import { added, undoBatch, type UndoKind, undoOthers, type UndoResult } from './undo-batch'
import { forgetDocuments, listMade, listUndone, type MadeDocument } from './undo-store'

type UndoListener = { progress(kind: DocumentKind, undone: number): void }

/**
 * A row goes before what it needs: the reverse of the order of writing. Invitations go first, because removing a merchant
 * changes the invitations that name it.
 */
const undoneKinds: readonly UndoKind[] = [
  'others',
  'invitations',
  ...writtenKinds.toReversed().filter((kind) => kind !== 'invitations'),
]

/**
 * Removes what a run created, unless it was edited here or is needed by something that stays. Each batch saves its
 * position in the same transaction, so an interrupted undo continues when called again.
 */
export async function undoRun(ctx: Context, spool: Spool, runId: string, listener: UndoListener): Promise<ImportRun> {
  let at = await beginUndo(ctx, runId)
  const renamed = new RenamedIds(await listRenamed(ctx.db), await listMapped(ctx.db))
  const targets = kindTargets(ctx, at, renamed)
  const first = undoneKinds.findIndex((kind) => kind === at.kind)
  for (const kind of undoneKinds.slice(Math.max(0, first))) {
    let path = kind === at.kind ? at.undoneTo : ''
    for (let undone = 0; ;) {
      const made = await listMade(ctx.db, { runId, kind, after: path, limit: importLimits.batch })
      const last = made.at(-1)
      if (!last) break
      at = await inTransaction(ctx, async (tx) => {
        await holdPlace(tx, at)
        const undoCounts = await undoDocuments(tx, kind, made)
        const next = { kind, undoneTo: last.path, undoCounts }
        await saveProgress(tx, runId, next)
        return { ...at, ...next }
      })
      path = last.path
      undone += made.length
      if (kind !== 'others') listener.progress(kind, undone)
    }
  }
  // Deletes the files now instead of waiting for the server's purge.
  if (at.undoCounts.pictures) await purgeBrandImages(ctx)
  await endUndo(ctx, at)
  await spool.remove()
  return { ...at, state: 'undone' }

  async function undoDocuments(tx: Transaction, kind: UndoKind, made: readonly MadeDocument[]): Promise<UndoCounts> {
    if (kind === 'others') {
      await undoOthers(tx, runId, made)
      return at.undoCounts
    }
    const { counts, problems } =
      kind === 'pictures'
        ? await undoPictures(tx, { runId, renamed }, made)
        : await undoBatch(tx, { runId, kind, target: targets[kind], renamed }, made)
    await insertProblems(tx, runId, problems)
    return added(at.undoCounts, kind, counts)
  }
}

/**
 * Starts or continues an undo, also of a run that was interrupted while writing. A process that still writes the run
 * stops at its next batch.
 */
async function beginUndo(ctx: Context, runId: string): Promise<ImportRun> {
  return inTransaction(ctx, async (tx) => {
    await holdAlone(tx, runId)
    const run = await lockRun(tx, runId)
    if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
    if (run.state === 'undone') throw refuse(importRefusals, 'IMPORT_UNDONE')
    if (run.state === 'reading') throw refuse(importRefusals, 'IMPORT_EMPTY')
    if (run.state === 'undoing') return run
    const begun = { state: 'undoing', kind: null, line: 0, endedAt: null, comparison: null } as const
    await saveProgress(tx, runId, begun)
    return { ...run, ...begun }
  })
}

async function endUndo(ctx: Context, at: ImportRun) {
  await inTransaction(ctx, async (tx) => {
    await holdPlace(tx, at)
    await forgetIds(tx, at.id)
    await recordAudit(ctx, tx, {
      action: 'undo_import',
      targetType: 'import',
      targetId: at.id,
      after: { source: at.source, counts: at.undoCounts },
    })
    for (const topic of ['merchant', 'user', 'subscription', 'redemption'] as const)
      await publishLive(tx, { topic, subjectId: at.id })
    await saveProgress(tx, at.id, { state: 'undone', endedAt: ctx.clock.now() })
  })
}

/** Removes pictures from slots that still have them. The slots get back the value of the document. */
async function undoPictures(
  tx: Transaction,
  { runId, renamed }: { runId: string; renamed: RenamedIds },
  made: readonly MadeDocument[],
): Promise<UndoResult> {
  const merchantIds = [...new Set(made.map(({ rowId }) => rowId))]
  await merchantDocumentRows.versions(tx, merchantIds)
  const held = await listHeld(tx, merchantIds)
  const undone = await listUndone(tx, [...new Set(made.map((one) => one.runId))])
  const kept: [string, UndoErrorCode][] = []
  const removed: string[] = []
  let gone = 0
  for (const { path, rowId: merchantId, createdRunId, runId: changedBy } of made) {
    const slot = slotOf(path)
    const picture = held.find((one) => one.merchantId === merchantId && one.slot === slot)
    const verdict = undoVerdict({
      isOwn: createdRunId === runId,
      isLast: changedBy === runId || undone.has(changedBy),
      left: null,
      current: picture ? null : undefined,
    })
    if (verdict === 'gone') gone += 1
    else if (verdict !== 'removed') kept.push([path, verdict])
    else if (picture) {
      await changePlace(tx, { merchantId, slot, address: picture.was, renamed })
      removed.push(path)
    }
  }
  await forgetDocuments(tx, removed)
  return {
    counts: { removed: removed.length, gone, kept: kept.length },
    problems: kept.map(([path, fault]) => problemOf(path, fault)),
  }
}

const problemOf = (path: string, fault: UndoErrorCode): ImportProblem => ({
  path: venueOf(path),
  collection: 'merchants',
  field: slotOf(path) === 'logo' ? 'branding.logoUrl' : 'branding.logoMarkUrl',
  fault,
  level: 'note',
  shown: '',
  file: '',
  place: '',
})
