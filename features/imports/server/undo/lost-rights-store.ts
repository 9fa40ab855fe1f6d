import { inArray, type SQL } from 'drizzle-orm'
import { userMerchants } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { haveRightsChanged, type Rights } from '@quaff/features/sessions/rules'
import { listRights } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { DocumentKind } from '../../kinds-rules'

/** What those may do who are signed in and may lose it with these rows: people, their roles, and where they work. */
export async function findRights(
  tx: Transaction,
  kind: DocumentKind,
  rowIds: readonly string[],
): Promise<Map<string, Rights>> {
  const people = rowIds.length === 0 ? [] : await findPeople(tx, kind, [...rowIds])
  return people.length === 0 ? new Map() : listRights(tx, people)
}

/** Those of them who are gone, or may do something else now that the rows are gone. */
export async function findLosers(tx: Transaction, before: ReadonlyMap<string, Rights>): Promise<string[]> {
  if (before.size === 0) return []
  const now = await listRights(tx, [...before.keys()])
  const losers = [...before].filter(([userId, rights]) => {
    const left = now.get(userId)
    return !left || haveRightsChanged(rights, left)
  })
  return losers.map(([userId]) => userId)
}

async function findPeople(tx: Transaction, kind: DocumentKind, rowIds: string[]): Promise<string[]> {
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
