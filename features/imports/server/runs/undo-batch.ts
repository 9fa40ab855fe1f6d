import { endSessions } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server'
import { collectionOf, type DocumentKind, type WrittenKind } from '../../kinds-rules'
import type { ImportProblem, UndoErrorCode } from '../../report-contract'
import type { UndoCounts, UndoOutcome } from '../../runs-contract'
import { undoVerdict } from '../../runs-rules'
import type { KindTarget } from '../apply/kind-target'
import type { RenamedIds } from '../apply/renamed-ids'
import { findSiblings, keepSiblings } from '../apply/sibling-store'
import { findStillUsed } from './still-used-store'
import {
  findLosers,
  findRights,
  forgetDocuments,
  forgetRows,
  listSiblings,
  listUndone,
  type MadeDocument,
} from './undo-store'

export type UndoKind = WrittenKind | 'others'
export type UndoResult = { counts: Record<UndoOutcome, number>; problems: ImportProblem[] }

/** A person has two documents, which are undone together. */
const people = ['accounts', 'users'] as const

/** Undoes documents of one kind in the caller's transaction, and reports the rows that stay. */
export async function undoBatch(
  tx: Transaction,
  { runId, kind, target, renamed }: { runId: string; kind: DocumentKind; target: KindTarget; renamed: RenamedIds },
  made: readonly MadeDocument[],
): Promise<UndoResult> {
  const isPerson = kind === 'accounts' || kind === 'users'
  const rowIds = [...new Set(made.map(({ rowId }) => rowId))]
  const siblings = isPerson ? await listSiblings(tx, people, rowIds) : made
  const undone = await listUndone(tx, [...new Set(siblings.map((one) => one.runId))])
  const current = await target.versions(tx, made)
  const kept = new Map<string, UndoErrorCode>()
  const there: MadeDocument[] = []
  const gone: MadeDocument[] = []
  for (const document of made) {
    const origins = isPerson ? siblings.filter(({ rowId }) => rowId === document.rowId) : [document]
    const verdict = undoVerdict({
      isOwn: origins.every(({ createdRunId }) => createdRunId === runId),
      isLast: origins.every((origin) => origin.runId === runId || undone.has(origin.runId)),
      left: document.rowVersion,
      current: current.get(document.rowId),
    })
    if (verdict === 'gone') gone.push(document)
    else if (verdict === 'removed') there.push(document)
    else kept.set(document.path, verdict)
  }
  const used = await findStillUsed(tx, kind, runId, there)
  for (const { path, rowId } of there) {
    const fault = used.get(rowId)
    if (fault) kept.set(path, fault)
  }
  const removed = there.filter(({ path }) => !kept.has(path))
  // An administrator's record affects the exported form of the person's other documents.
  const others = kind === 'admins' ? await findSiblings(tx, { kind, renamed }, removed.map(personOf)) : []
  const rights = await findRights(
    tx,
    kind,
    removed.map(({ rowId }) => rowId),
  )
  await target.remove(tx, removed)
  // Sessions of removed people are already deleted. The event closes their open pages.
  for (const userId of await findLosers(tx, rights)) await endSessions(tx, userId)
  await keepSiblings(tx, { renamed }, others)
  if (isPerson)
    await forgetRows(
      tx,
      people,
      removed.map(({ rowId }) => rowId),
    )
  else
    await forgetDocuments(
      tx,
      removed.map(({ path }) => path),
    )
  return {
    counts: { removed: removed.length, gone: gone.length, kept: kept.size },
    problems: [...kept].map(([path, fault]) => problemOf(path, fault)),
  }
}

const personOf = ({ rowId }: MadeDocument) => ({ id: rowId })

const problemOf = (path: string, fault: UndoErrorCode): ImportProblem => ({
  path,
  collection: collectionOf(path),
  field: '',
  fault,
  level: 'note',
  shown: '',
  file: '',
  place: '',
})

/** Documents of unknown collections have no row, so nothing can have been edited. */
export async function undoOthers(tx: Transaction, runId: string, made: readonly MadeDocument[]) {
  const own = made.filter((one) => one.createdRunId === runId && one.runId === runId)
  await forgetDocuments(
    tx,
    own.map(({ path }) => path),
  )
}

export function added(counts: UndoCounts, kind: DocumentKind, more: UndoResult['counts']): UndoCounts {
  const { removed, gone, kept } = counts[kind] ?? { removed: 0, gone: 0, kept: 0 }
  return { ...counts, [kind]: { removed: removed + more.removed, gone: gone + more.gone, kept: kept + more.kept } }
}
