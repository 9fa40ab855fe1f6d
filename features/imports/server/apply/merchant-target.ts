import { findPeopleVersions, removeMerchantFromAll } from '@quaff/features/accounts/server'
import {
  bankDocumentRows,
  readBankDocument,
  withoutBankSecrets,
  writeBankDocument,
} from '@quaff/features/banking/server'
import { releaseImages } from '@quaff/features/branding/server'
import { merchantDocumentRows, readMerchantDocument, writeMerchantDocument } from '@quaff/features/merchants/server'
import type { ImportedRows, Transaction } from '@quaff/platform/server'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { linksOf, slotColumns } from '../../pictures-rules'
import { kindTarget } from './kind-target'
import { listPlaced } from './picture-store'

type MerchantRow = Parameters<typeof merchantDocumentRows.idOf>[0]
type BankRow = Parameters<typeof bankDocumentRows.idOf>[0]
/** Two features own the rows of this document. */
export type MerchantWithBank = { merchant: MerchantRow; bank: BankRow | null }

const rows: ImportedRows<MerchantWithBank> = {
  idOf: ({ merchant }) => merchant.id,
  versions: (tx, ids) => merchantDocumentRows.versions(tx, ids),
  async write(tx, written) {
    const versions = await merchantDocumentRows.write(
      tx,
      written.map(({ merchant }) => merchant),
    )
    const banks = written.flatMap(({ bank }) => bank ?? [])
    // Bank details that were entered or started here are never replaced.
    const known = await bankDocumentRows.versions(
      tx,
      banks.map(({ merchantId }) => merchantId),
    )
    await bankDocumentRows.write(
      tx,
      banks.filter(({ merchantId }) => !known.has(merchantId)),
    )
    await releaseImages(tx, [...versions.keys()])
    return versions
  },
  async remove(tx, ids) {
    for (const id of ids) await removeMerchantFromAll(tx, id)
    await merchantDocumentRows.remove(tx, ids)
  },
}

export const writeMerchantWithBank = ({ merchant, bank }: MerchantWithBank): DocumentMap => ({
  ...writeMerchantDocument(merchant),
  ...(bank ? { banking: writeBankDocument(bank) } : {}),
})

export const merchantTarget = kindTarget<MerchantWithBank>({
  read(document) {
    const reading = readMerchantDocument(document)
    const bank = readBankDocument(document)
    const row = reading.row && { merchant: reading.row, bank: bank.row }
    return { ...reading, row, problems: [...reading.problems, ...bank.problems] }
  },
  rows,
  document: writeMerchantWithBank,
  withoutSecrets: withoutBankSecrets,
  async withoutGone(tx, found) {
    const people = await findPeopleVersions(
      tx,
      found.flatMap(({ merchant }) => merchant.ownerId ?? []),
    )
    const placed = await withPictures(tx, found)
    return placed.map((row) => {
      const { ownerId } = row.merchant
      if (!ownerId || people.has(ownerId)) return { row, gone: [] }
      const gone = [{ field: 'ownerId', fault: 'unknown_user' as const }]
      return { row: { ...row, merchant: { ...row.merchant, ownerId: null } }, gone }
    })
  },
  rename: ({ merchant, bank }, id) => ({ merchant: { ...merchant, id }, bank: bank && { ...bank, merchantId: id } }),
  resolve: ({ merchant, bank }, renamed) => ({
    merchant: { ...merchant, ownerId: renamed.user(merchant.ownerId) },
    bank,
  }),
})

/** A slot that an import filled keeps its picture while the document's value is unchanged. */
async function withPictures(tx: Transaction, rows: readonly MerchantWithBank[]): Promise<MerchantWithBank[]> {
  const placed = await listPlaced(
    tx,
    rows.map(({ merchant }) => merchant.id),
  )
  if (placed.length === 0) return [...rows]
  return rows.map((row) => {
    const links = linksOf(row.merchant)
    const kept = placed.flatMap(({ merchantId, slot, was, image }) => {
      const isSame = links.some((link) => link.slot === slot && link.was === was)
      return merchantId === row.merchant.id && isSame ? [[slotColumns[slot], image] as const] : []
    })
    return { ...row, merchant: { ...row.merchant, ...Object.fromEntries(kept) } }
  })
}
