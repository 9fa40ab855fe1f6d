import { listSignedIn } from '@quaff/features/sessions/server'
import { publishLive, type Transaction } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import { collectionOf, type DocumentKind } from '../../kinds-rules'
import { originalsOf } from '../../originals-rules'
import type { ImportProblem, ProblemCode } from '../../report-contract'
import type { DocumentOutcome } from '../../runs-contract'
import { decideDocument, type KnownDocument } from '../../runs-rules'
import { findKnown, hashOf, findOwners, saveDocuments, saveVersions } from './document-store'
import { noteProviderIds, saveSamePasses, findSamePasses, type PassToPlace } from './id-store'
import type { GoneReference, KindTarget, ReadyRow } from './kind-target'
import { findErased, findParents } from './parent-store'
import { isUsableId, newIdOf, type RenamedIds } from './renamed-ids'
import { findSiblings, keepSiblings } from './sibling-store'

export type Batch = { runId: string; kind: DocumentKind; target: KindTarget; renamed: RenamedIds }

export type BatchResult = {
  outcomes: Record<DocumentOutcome, number>
  problems: ImportProblem[]
  /** Documents that did not become rows as they are. */
  left: { skipped: SourceDocument[]; kept: SourceDocument[] }
}

type Candidate = { document: SourceDocument; hash: string; ready: ReadyRow; known: KnownDocument | null }

/** A person has two documents, which share the recorded version. */
const people: readonly DocumentKind[] = ['accounts', 'users']
/** Kinds that decide about access and roles. */
const ofPeople: readonly DocumentKind[] = [...people, 'admins']
const siblingOf = (path: string) =>
  path.startsWith('__auth__/') ? `users/${idOf({ path, data: {} })}` : `__auth__/${idOf({ path, data: {} })}`

/** Writes documents of one kind, each at most once, in the caller's transaction. Returns outcomes and problems. */
export async function writeBatch(
  tx: Transaction,
  batch: Batch,
  documents: readonly SourceDocument[],
): Promise<BatchResult> {
  const { kind, target, renamed } = batch
  const result = emptyResult()
  const tell = (
    document: SourceDocument,
    field: string,
    fault: ProblemCode,
    level: ImportProblem['level'],
    shown = '',
  ) => {
    const { path } = document
    result.problems.push({ path, collection: collectionOf(path), field, fault, level, shown, file: '', place: '' })
  }
  const isPerson = people.includes(kind)
  const paths = documents.map(({ path }) => path)
  const known = await findKnown(tx, isPerson ? [...paths, ...paths.map(siblingOf)] : paths)
  const candidates: Candidate[] = []
  const led: { document: SourceDocument; rowId: string }[] = []
  for (const document of documents) {
    const hash = hashOf(document.data)
    const own = known.get(document.path)
    const line = own ? undefined : renamed.lineOf(kind, document.path)
    if (line?.leads) {
      result.outcomes.kept += 1
      result.left.kept.push(document)
      led.push({ document, rowId: line.rowId })
      continue
    }
    if (own?.hash === hash) {
      result.outcomes.same += 1
      continue
    }
    const read = target.read(document, renamed)
    if (read.row === null) {
      // A skipped document reports no changes.
      for (const { field, fault, level, shown } of read.problems)
        if (level === 'skipped') tell(document, field, fault, level, shown)
      result.outcomes.skipped += 1
      result.left.skipped.push(document)
      continue
    }
    const sibling = isPerson && !own ? known.get(siblingOf(document.path)) : undefined
    const before = own ?? (sibling ? { ...sibling, hash: '' } : null)
    candidates.push({ document, hash, ready: placed(target, read, document, before ?? line), known: before })
  }
  const wanted = await withParents(tx, candidates, result, tell)
  const same = kind === 'subscriptions' ? await keepSamePasses(tx, batch, wanted, result) : new Map<string, string>()
  await write(
    tx,
    batch,
    wanted.filter(({ document }) => !same.has(document.path)),
    result,
    tell,
  )
  const here = documents.flatMap(({ path }) => known.get(path)?.rowId ?? [])
  await target.stays(tx, [...here, ...led.map(({ rowId }) => rowId), ...same.values()])
  if (kind === 'subscriptions')
    await noteProviderIds(
      tx,
      led.map(({ document }) => document),
    )
  return result
}

type Tell = (
  document: SourceDocument,
  field: string,
  fault: ProblemCode,
  level: ImportProblem['level'],
  shown?: string,
) => void

/**
 * Uses the id of an earlier run or of an ID file, else the document's own id. An unusable id is replaced by a new one.
 */
function placed(
  target: KindTarget,
  ready: ReadyRow,
  document: SourceDocument,
  known: Pick<KnownDocument, 'rowId'> | undefined,
) {
  if (known) return target.withId(ready, known.rowId)
  return isUsableId(ready.id) ? ready : target.withId(ready, newIdOf(document.path))
}

async function withParents(tx: Transaction, candidates: readonly Candidate[], result: BatchResult, tell: Tell) {
  const parents = candidates.flatMap(({ ready }) => ready.parents)
  if (parents.length === 0) return [...candidates]
  const isThere = await findParents(tx, parents)
  return candidates.filter(({ document, ready }) => {
    const gone = ready.parents.filter((parent) => !isThere(parent))
    if (gone.length === 0) return true
    for (const { fault } of gone) tell(document, '', fault, 'skipped', '')
    result.outcomes.skipped += 1
    result.left.skipped.push(document)
    return false
  })
}

/**
 * Keeps subscriptions that a provider event or the app created before their documents were imported. These documents
 * are not written.
 */
async function keepSamePasses(
  tx: Transaction,
  { runId, renamed }: Batch,
  candidates: readonly Candidate[],
  { outcomes, left }: BatchResult,
) {
  const fresh = candidates.flatMap(({ document, ready: { id, row }, known }): PassToPlace[] => {
    if (known !== null || renamed.lineOf('subscriptions', document.path) || !('merchantId' in row)) return []
    return [{ document, id, merchantId: String(row.merchantId), userId: personOf({ row }) }]
  })
  const same = await findSamePasses(tx, fresh)
  const kept = fresh.flatMap(({ document }) => {
    const rowId = same.get(document.path)
    return rowId === undefined ? [] : [{ document, rowId }]
  })
  await saveSamePasses(tx, runId, kept)
  for (const { document, rowId } of kept) {
    outcomes.kept += 1
    left.kept.push(document)
    renamed.lead(document.path, rowId)
  }
  return same
}

async function write(
  tx: Transaction,
  { runId, kind, target, renamed }: Batch,
  candidates: readonly Candidate[],
  result: BatchResult,
  tell: Tell,
): Promise<void> {
  const keys = candidates.map(({ ready }) => ({ rowId: ready.id, rowAt: ready.at }))
  const current = target.there ? new Map<string, number | null>() : await target.versions(tx, keys)
  const there = await target.there?.(
    tx,
    candidates.map(({ ready }) => ready),
  )
  const owners = await findOwners(
    tx,
    kind,
    keys.map(({ rowId }) => rowId),
  )
  const taken = new Set<string>()
  const written: Candidate[] = []
  for (const candidate of candidates) {
    const { document, hash, ready, known } = candidate
    const isTaken = taken.has(ready.id) || (owners.get(ready.id) ?? document.path) !== document.path
    const isThere = there && (known !== null || isTaken || there.has(ready.id))
    const version = isThere ? null : current.get(ready.id)
    const decision = decideDocument({ known, hash, current: taken.has(ready.id) ? null : version, isTaken })
    const row = decision === 'renamed' ? target.withId(ready, newIdOf(document.path)) : ready
    // A promotion has no id that could change, so the promotion of a linked merchant remains.
    const isStuck = decision === 'renamed' && row.id === ready.id
    if (decision === 'kept' || decision === 'same' || isStuck) {
      result.outcomes[decision === 'same' ? 'same' : 'kept'] += 1
      if (decision !== 'same') result.left.kept.push(document)
      continue
    }
    if (decision === 'renamed') tell(document, '', 'same_id', 'changed', row.id)
    if (row.id !== idOf(document)) renamed.add(document.path, row.id)
    result.outcomes[decision === 'renamed' ? 'created' : decision] += 1
    taken.add(row.id)
    written.push({ ...candidate, ready: row })
  }
  const checked = await target.withoutGone(
    tx,
    written.map(({ ready }) => ready),
  )
  const complete = written.flatMap((candidate, index): Candidate[] => {
    const { row = candidate.ready, gone = [] } = checked[index] ?? {}
    const hash = gone.length === 0 ? candidate.hash : incompleteHash(candidate.document, gone)
    if (hash === candidate.known?.hash) {
      // The missing reference still does not exist.
      result.outcomes.updated -= 1
      result.outcomes.same += 1
      return []
    }
    for (const { field, fault, level, shown } of row.problems) tell(candidate.document, field, fault, level, shown)
    for (const { field, fault } of gone) tell(candidate.document, field, fault, 'changed')
    return [{ ...candidate, hash, ready: row }]
  })
  const rows = complete.map(({ ready }) => ready)
  const siblings = await findSiblings(tx, { kind, renamed }, rows)
  const versions = await target.write(
    tx,
    rows.map(({ row }) => row),
  )
  if (ofPeople.includes(kind)) await tellSignedIn(tx, [...versions.keys()])
  const documents = await target.documents(tx, rows)
  const forgotten = await findErased(
    tx,
    rows.flatMap((one) => personOf(one) ?? []),
  )
  await saveDocuments(
    tx,
    runId,
    complete.map(({ document, hash, ready }) => {
      const rowVersion = versions.get(ready.id) ?? null
      const record = { path: document.path, kind, rowId: ready.id, hash, rowVersion, rowAt: ready.at }
      // Nothing but figures is stored about an erased person (0014).
      if (forgotten.has(personOf(ready) ?? '')) return { ...record, residue: null, originals: null }
      const residue = Object.keys(ready.rest).length > 0 ? ready.rest : null
      const original = { ...document, data: target.withoutSecrets(document.data) }
      const ours = renamed.inOldIds(documents.get(ready.id) ?? {})
      return { ...record, residue, originals: originalsOf(original, ours, residue) }
    }),
  )
  await keepSiblings(tx, { renamed }, siblings)
  if (people.includes(kind)) await saveVersions(tx, people, versions)
}

/** Makes the open pages of signed-in people check their current rights. */
async function tellSignedIn(tx: Transaction, userIds: readonly string[]) {
  const signedIn = userIds.length === 0 ? [] : await listSignedIn(tx, userIds)
  await publishLive(tx, ...signedIn.map((subjectId) => ({ topic: 'user' as const, subjectId })))
}

/** Differs from the document's own hash, so that a later run writes it again once the reference exists. */
const incompleteHash = ({ data }: SourceDocument, gone: readonly GoneReference[]) =>
  hashOf({ document: data, gone: gone.map(({ field }) => field) })

const personOf = ({ row }: Pick<ReadyRow, 'row'>) =>
  'userId' in row && typeof row.userId === 'string' ? row.userId : null

export const emptyResult = (): BatchResult => ({
  outcomes: { created: 0, updated: 0, same: 0, kept: 0, skipped: 0 },
  problems: [],
  left: { skipped: [], kept: [] },
})
