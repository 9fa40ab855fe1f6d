import { and, eq, inArray, sql } from 'drizzle-orm'
import { type StoredPerson, writeAccountDocument, writeUserDocument } from '@quaff/features/accounts/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { type Kept, originalsOf, restored } from '../../originals/rules'
import { findPeople } from '../exporting/people-store'
import { importDocuments } from '../tables'
import type { RenamedIds } from './renamed-ids'

const siblings = {
  accounts: { kind: 'users', write: writeUserDocument },
  users: { kind: 'accounts', write: writeAccountDocument },
} as const

type Sibling = SourceDocument & { rowId: string; residue: Kept['residue'] }
type Part = { kind: string; renamed: RenamedIds }

/** An account and a document write one row: the other documents of people whom somebody is about to write. */
export async function findSiblings(
  tx: Transaction,
  { kind, renamed }: Part,
  rows: readonly { id: string }[],
): Promise<Sibling[]> {
  if ((kind !== 'accounts' && kind !== 'users') || rows.length === 0) return []
  const { kind: other, write } = siblings[kind]
  const ids = rows.map(({ id }) => id)
  const { path, rowId, residue, originals } = importDocuments
  const known = await tx
    .select({ path, rowId, residue, originals })
    .from(importDocuments)
    .where(and(eq(importDocuments.kind, other), inArray(rowId, ids)))
  const people = await peopleOf(tx, known)
  return known.flatMap((one) => {
    const person = people.get(one.rowId)
    if (!person) return []
    return [{ ...restored(one.path, renamed.inOldIds(write(person)), one), rowId: one.rowId, residue: one.residue }]
  })
}

/** What they say stays theirs, although the row says something else now. */
export async function keepSiblings(tx: Transaction, { kind, renamed }: Part, found: readonly Sibling[]): Promise<void> {
  if (found.length === 0 || (kind !== 'accounts' && kind !== 'users')) return
  const { write } = siblings[kind]
  const people = await peopleOf(tx, found)
  const kept = found.flatMap(({ rowId, residue, ...document }) => {
    const person = people.get(rowId)
    return person ? [[document.path, originalsOf(document, renamed.inOldIds(write(person)), residue)] as const] : []
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
