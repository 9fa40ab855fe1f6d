import { inArray, type SQL } from 'drizzle-orm'
import { userMerchants } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { listSignedIn } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { DocumentKind } from '../../kinds/rules'

/** Who is signed in, and may do less once these rows are gone: people, their roles, and where they work. */
export async function findLosers(tx: Transaction, kind: DocumentKind, rowIds: readonly string[]): Promise<string[]> {
  if (rowIds.length === 0) return []
  return listSignedIn(tx, await findPeople(tx, kind, [...rowIds]))
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
