import { and, inArray, sql } from 'drizzle-orm'
import { type StoredPerson, writeAccountDocument, writeUserDocument } from '@quaff/features/accounts/server'
import type { Transaction } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { type Kept, originalsOf, restored } from '../../originals-rules'
import { importDocuments } from '../tables'
import { findPeople } from './parent-store'
import type { RenamedIds } from './renamed-ids'

const writers = { accounts: writeAccountDocument, users: writeUserDocument } as const
type Writer = keyof typeof writers
/** Kinds whose documents share a row. Each keeps its own original values. */
const siblings: Readonly<Record<string, readonly Writer[]>> = {
  accounts: ['users'],
  users: ['accounts'],
  admins: ['users', 'accounts'],
}

type Sibling = SourceDocument & { kind: Writer; rowId: string; residue: Kept['residue'] }
type Part = { kind: string; renamed: RenamedIds }

/**
 * Returns the other documents of these people. An account and a document share one row, and an administrator's record
 * changes its role.
 */
export async function findSiblings(
  tx: Transaction,
  { kind, renamed }: Part,
  rows: readonly { id: string }[],
): Promise<Sibling[]> {
  const others = siblings[kind] ?? []
  if (others.length === 0 || rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { path, rowId, residue, originals } = importDocuments
  const known = await tx
    .select({ path, rowId, residue, originals, kind: importDocuments.kind })
    .from(importDocuments)
    .where(and(inArray(importDocuments.kind, [...others]), inArray(rowId, ids)))
  const people = await peopleOf(tx, known)
  return known.flatMap((one) => {
    const person = people.get(one.rowId)
    const other = others.find((each) => each === one.kind)
    if (!person || !other) return []
    const ours = renamed.inOldIds(writers[other](person))
    return [{ ...restored(one.path, ours, one), kind: other, rowId: one.rowId, residue: one.residue }]
  })
}

/** Stores the original values of the other documents, because the row has changed. */
export async function keepSiblings(tx: Transaction, { renamed }: Pick<Part, 'renamed'>, found: readonly Sibling[]) {
  if (found.length === 0) return
  const people = await peopleOf(tx, found)
  const kept = found.flatMap(({ kind, rowId, residue, ...document }) => {
    const person = people.get(rowId)
    return person
      ? [[document.path, originalsOf(document, renamed.inOldIds(writers[kind](person)), residue)] as const]
      : []
  })
  await tx.execute(sql`
    update ${importDocuments} document set originals = kept.originals::jsonb
    from unnest(${sql.param(kept.map(([path]) => path))}::text[],
      ${sql.param(kept.map(([, originals]) => originals && JSON.stringify(originals)))}::text[]) as kept (path, originals)
    where document.path = kept.path`)
}

async function peopleOf(tx: Transaction, rows: readonly { rowId: string }[]): Promise<Map<string, StoredPerson>> {
  if (rows.length === 0) return new Map()
  const found = await findPeople(
    tx,
    rows.map(({ rowId }) => rowId),
  )
  return new Map(found.map((person) => [person.id, person]))
}
