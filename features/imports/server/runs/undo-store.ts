import { and, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { userMerchants } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { haveRightsChanged, type Rights } from '@quaff/features/sessions/rules'
import { listRights } from '@quaff/features/sessions/server'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import type { DocumentKind } from '../../kinds-rules'
import { importDocuments, importRuns } from '../tables'

/** A document that an import turned into a row. */
export type MadeDocument = {
  path: string
  rowId: string
  rowVersion: number | null
  rowAt: Date | null
  createdRunId: string
  runId: string
}

const columns = {
  path: importDocuments.path,
  rowId: importDocuments.rowId,
  rowVersion: importDocuments.rowVersion,
  rowAt: importDocuments.rowAt,
  createdRunId: importDocuments.createdRunId,
  runId: importDocuments.runId,
}

/** Returns documents that a run created or changed, by path. */
export async function listMade(
  db: Queryable,
  { runId, kind, after, limit }: { runId: string; kind: DocumentKind | 'others'; after: string; limit: number },
) {
  const here = and(eq(importDocuments.kind, kind), gt(importDocuments.path, after))
  // Each half uses its own index, in the order of paths.
  const made = db
    .select(columns)
    .from(importDocuments)
    .where(and(eq(importDocuments.createdRunId, runId), here))
    .orderBy(importDocuments.path)
    .limit(inText(limit))
  const changed = db
    .select(columns)
    .from(importDocuments)
    .where(and(eq(importDocuments.runId, runId), ne(importDocuments.runId, importDocuments.createdRunId), here))
    .orderBy(importDocuments.path)
    .limit(inText(limit))
  // The database must sort both, because its order of texts differs from JavaScript's.
  return unionAll(made, changed)
    .orderBy(sql`path`)
    .limit(inText(limit))
}

/** Returns the runs that were undone; their changes no longer keep rows. */
export async function listUndone(tx: Transaction, runIds: readonly string[]) {
  const undone = and(inArray(importRuns.id, [...runIds]), eq(importRuns.state, 'undone'))
  const rows = await tx.select({ id: importRuns.id }).from(importRuns).where(undone)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the documents of these rows, from any run. */
export async function listSiblings(tx: Transaction, kinds: readonly DocumentKind[], rowIds: readonly string[]) {
  return tx
    .select(columns)
    .from(importDocuments)
    .where(and(inArray(importDocuments.kind, [...kinds]), inArray(importDocuments.rowId, [...rowIds])))
}

/** Forgets the documents, so that an import would create them again. */
export async function forgetDocuments(tx: Transaction, paths: readonly string[]) {
  await tx.delete(importDocuments).where(sql`${importDocuments.path} = any(${sql.param([...paths])}::text[])`)
}

/** Deletes the document records of rows. A person's row has two, from an account and a document. */
export async function forgetRows(tx: Transaction, kinds: readonly DocumentKind[], rowIds: readonly string[]) {
  await tx
    .delete(importDocuments)
    .where(and(inArray(importDocuments.kind, [...kinds]), inArray(importDocuments.rowId, [...rowIds])))
}

/** Returns the rights of signed-in people who may lose them with these rows. */
export async function findRights(
  tx: Transaction,
  kind: DocumentKind,
  rowIds: readonly string[],
): Promise<Map<string, Rights>> {
  const people = rowIds.length === 0 ? [] : await findPeople(tx, kind, [...rowIds])
  return people.length === 0 ? new Map() : listRights(tx, people)
}

/** Returns the people who are gone or whose rights have changed. */
export async function findLosers(tx: Transaction, before: ReadonlyMap<string, Rights>) {
  if (before.size === 0) return []
  const now = await listRights(tx, [...before.keys()])
  const losers = [...before].filter(([userId, rights]) => {
    const left = now.get(userId)
    return !left || haveRightsChanged(rights, left)
  })
  return losers.map(([userId]) => userId)
}

async function findPeople(tx: Transaction, kind: DocumentKind, rowIds: string[]) {
  if (kind === 'accounts' || kind === 'users' || kind === 'admins') return rowIds
  if (kind === 'applications') return idsOf(await findApplicants(tx, inArray(merchantApplications.id, rowIds)))
  if (kind !== 'merchants') return []
  const members = tx.select({ id: userMerchants.userId }).from(userMerchants)
  const owners = tx.select({ id: merchants.ownerId }).from(merchants)
  return idsOf([
    ...(await members.where(inArray(userMerchants.merchantId, rowIds))),
    ...(await owners.where(inArray(merchants.id, rowIds))),
    ...(await findApplicants(tx, inArray(merchantApplications.merchantId, rowIds))),
  ])
}

const findApplicants = (tx: Transaction, those: SQL) =>
  tx.select({ id: merchantApplications.userId }).from(merchantApplications).where(those)

const idsOf = (rows: readonly { id: string | null }[]) => [...new Set(rows.flatMap(({ id }) => id ?? []))]
