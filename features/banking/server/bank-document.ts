import {
  isMap,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
  writtenFields,
} from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  idOf,
  type DocumentReading,
} from '@quaff/platform/shared/documents/read-fields'
import { normalizeNumber } from '../rules'
import type { merchantBankAccounts } from './tables'

export type BankDocumentRow = typeof merchantBankAccounts.$inferInsert

/**
 * Reads `banking` of `merchants/{id}` (spec §3). Only the last digits of the account number are imported, because the
 * old key is not available. The merchant enters the number again before a payout. Returns null without a problem if
 * there are no details.
 */
export function readBankDocument(document: SourceDocument): DocumentReading<BankDocumentRow> {
  const merchant = FieldReader.of(document.data)
  if (!merchant.has('banking')) return { row: null, problems: [], rest: {} }
  const fields = merchant.map('banking')
  // The merchant's own reader reports problems with its times.
  const updatedAt = fields.time('updatedAt') ?? readDocumentTimes(document, FieldReader.of(document.data)).updatedAt
  const secrets = ['encryptedAccountNumber', 'accountNumberEncrypted'].filter((name) => fields.has(name))
  for (const name of secrets) fields.tell(name, 'secret_dropped', 'note')
  const holder = fields.line('accountHolderName') ?? fields.line('accountName')
  const routingNumber = digitsOf(fields.line('routingNumber', 128))
  const last4 = digitsOf(fields.line('accountNumber', 128)).slice(-4)
  if (holder || routingNumber || last4) fields.tell('accountNumber', 'not_carried', 'note')
  const row = {
    merchantId: idOf(document),
    accountHolderName: holder ?? '',
    accountType: fields.line('accountType', 32) || 'checking',
    routingNumber,
    accountLast4: last4 || null,
    verificationStatus: null,
    verifiedAt: fields.time('verifiedAt'),
    updatedAt,
  }
  return fields.reading(row)
}

/** Numbers may contain blanks, and masked ones contain stars (spec §5). */
const digitsOf = (text: string | null) => normalizeNumber(text ?? '').replaceAll(/[^0-9A-Z]/g, '')

/** Writes the old format, without the full number. */
export function writeBankDocument(row: BankDocumentRow): DocumentMap {
  const { accountHolderName, accountType, routingNumber, accountLast4, verificationStatus, verifiedAt, updatedAt } = row
  return writtenFields({
    accountHolderName,
    accountType,
    routingNumber,
    verificationStatus,
    verifiedAt,
    updatedAt,
    accountNumber: accountLast4 && `****${accountLast4}`,
    hasEncryptedAccountNumber: Boolean(row.accountNumberEncrypted),
    payoutMethod: row.payoutMethod ?? 'manual',
    payoutSchedule: row.payoutSchedule ?? 'manual',
  })
}

const knownNames = ['accountHolderName', 'accountName', 'accountType', 'routingNumber', 'hasEncryptedAccountNumber']
const otherNames = ['payoutMethod', 'payoutSchedule', 'verificationStatus', 'verifiedAt', 'updatedAt']
const harmless: ReadonlySet<string> = new Set([...knownNames, ...otherNames])

/** Removes secrets of the old record; only the last digits of a number remain. */
export function withoutBankSecrets({ banking, ...rest }: DocumentMap): DocumentMap {
  if (!isMap(banking)) return rest
  const { accountNumber, ...others } = banking
  const safe = Object.entries(others).filter(([name]) => harmless.has(name))
  return { ...rest, banking: { ...Object.fromEntries(safe), ...maskedNumber(accountNumber) } }
}

function maskedNumber(value: DocumentValue | undefined): DocumentMap {
  if (value === undefined || value === null) return value === null ? { accountNumber: null } : {}
  if (typeof value === 'string' && /^[*•xX\s-]+\w{0,4}$/.test(value)) return { accountNumber: value }
  const last4 = typeof value === 'object' ? '' : digitsOf(String(value)).slice(-4)
  return last4 ? { accountNumber: `****${last4}` } : {}
}
