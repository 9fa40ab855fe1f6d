import { merchantDocumentRows } from '@quaff/features/merchants/server'
import type { Transaction } from '@quaff/platform/server/context'
import { venueOf } from '../../pictures-rules'
import type { ImportProblem, UndoFault } from '../../report-contract'
import { undoVerdict } from '../../runs-rules'
import { listHeld, slotOf } from '../apply/picture-store'
import type { RenamedIds } from '../apply/renamed-ids'
import { changePlace } from '../apply/write-picture'
import type { UndoResult } from './undo-batch'
import { forgetDocuments, listUndone, type MadeDocument } from './undo-store'

/** Takes pictures out of the places that they still have: there stands again what the document says. */
export async function undoPictures(
  tx: Transaction,
  { runId, renamed }: { runId: string; renamed: RenamedIds },
  made: readonly MadeDocument[],
): Promise<UndoResult> {
  const merchantIds = [...new Set(made.map(({ rowId }) => rowId))]
  await merchantDocumentRows.versions(tx, merchantIds)
  const held = await listHeld(tx, merchantIds)
  const undone = await listUndone(tx, [...new Set(made.map((one) => one.runId))])
  const kept: [string, UndoFault][] = []
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

const problemOf = (path: string, fault: UndoFault): ImportProblem => ({
  path: venueOf(path),
  collection: 'merchants',
  field: slotOf(path) === 'logo' ? 'branding.logoUrl' : 'branding.logoMarkUrl',
  fault,
  level: 'note',
  shown: '',
  file: '',
  place: '',
})
