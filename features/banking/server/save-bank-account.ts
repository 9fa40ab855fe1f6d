import type { z } from 'zod'
import { listAdministratorsToMail } from '@quaff/features/accounts/server'
import {
  listOwnersToMail,
  lockMerchant,
  type StoredMerchant,
  updateMerchantRow,
} from '@quaff/features/merchants/server'
import { type OneMerchant, requireRecentSignIn, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  type Context,
  type FieldCipher,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  staleVersion,
  takeFromLimit,
  type Transaction,
  type UserActor,
  withoutControls,
} from '@quaff/platform/server'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { BankInfo, BankWarning, SaveBankInput, saveBankOutput } from '../contract'
import { bankingPermissions } from '../permissions'
import { bankRefusals, numberRefusals } from '../refusals'
import { bankNumberWarnings, checkNumber, lastDigits, lockedRefusal, normalizeNumber } from '../rules'
import { accountNumberOpens, sealAccountNumber, type SealedColumns } from './account-number'
import { bankChangedMail } from './bank-emails'
import { findMerchantBank, lockBankAccount, putBankAccount, type StoredBank } from './banking-store'
import { presentRecord } from './read-bank'

/** Records complete details. A blank number keeps the stored one (G32). Emails owners and administrators. */
export async function saveBankAccount(
  ctx: Context,
  { merchantId, version, bankInfo }: SaveBankInput,
): Promise<z.input<typeof saveBankOutput>> {
  const { found, warnings } = await save(ctx, merchantId, bankInfo, version)
  const bank = presentRecord(ctx, found)
  if (!bank) throw new Error('Couldn’t write the bank details.')
  return { success: true, bank, warnings }
}

/** Implements the callable of spec §7. Without a version the last write wins; emails and the audit row record it. */
export async function saveMerchantBankInfo(
  ctx: Context,
  { merchantId, bankInfo }: { merchantId: string; bankInfo: BankInfo },
): Promise<{ success: true; warnings: BankWarning[] }> {
  const { warnings } = await save(ctx, merchantId, bankInfo, null)
  return { success: true, warnings }
}

async function save(ctx: Context, merchantId: string, bankInfo: BankInfo, version: number | null) {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.save')
  const scope = scopeToMerchant(actor, merchantId)
  requireRecentSignIn(ctx)
  const given = readBankInfo(bankInfo)
  await takeFromLimit(ctx, 'bankSavePerUser', actor.userId, 'Too many changes. Try again in 10 minutes.')
  const seal = given.accountNumber === null ? null : sealAccountNumber(ctx.fieldCipher, merchantId, given.accountNumber)
  return inTransaction(ctx, async (tx) => {
    const routingNumber = await record(ctx, tx, { actor, scope, version, given, seal })
    const warnings = bankNumberWarnings({ routingNumber, accountNumber: given.accountNumber })
    return { found: await findMerchantBank(tx, scope), warnings }
  })
}

type Saving = {
  actor: UserActor
  scope: OneMerchant
  /** Null skips the version check. */
  version: number | null
  given: GivenBank
  seal: SealedColumns | null
}

/** Writes and records the differences. Returns the routing number on file. */
async function record(ctx: Context, tx: Transaction, saving: Saving) {
  const { actor, scope, given, seal } = saving
  const merchant = await lockMerchant(tx, scope)
  const refusal = lockedRefusal(merchant.status, actor.role === adminRole)
  if (refusal) throw refusal
  const before = await lockBankAccount(tx, merchant)
  if (saving.version !== null && saving.version !== (before?.version ?? 0))
    throw staleVersion({ type: 'bank_account', id: merchant.id, savedAt: before?.updatedAt ?? null })
  const { fields, ...columns } = mergeBank(before, given, ctx.fieldCipher)
  if (fields.length === 0) return columns.routingNumber
  const now = ctx.clock.now()
  const accountLast4 = given.accountNumber === null ? (before?.accountLast4 ?? null) : lastDigits(given.accountNumber)
  const verified = { verificationStatus: 'verified', verifiedAt: now, updatedAt: now, updatedBy: actor.userId }
  await putBankAccount(tx, merchant, { ...columns, ...seal, accountLast4, ...verified })
  await updateMerchantRow(tx, merchant, { bankVerifiedAt: now }, now)
  await tellOfChange(ctx, tx, { merchant, fields, before: before?.accountLast4 ?? null, after: accountLast4 ?? '' })
  return columns.routingNumber
}

type BankChange = Pick<GivenBank, 'accountHolderName' | 'accountType'> & {
  routingNumber: string
  /** Names of the changed fields; empty if nothing changed. */
  fields: string[]
}

/** Returns the new record. A number that is missing or no longer decrypts must be given. */
export function mergeBank(before: StoredBank | undefined, given: GivenBank, cipher: FieldCipher): BankChange {
  const { accountHolderName, accountType } = given
  const routingNumber = given.routingNumber ?? before?.routingNumber ?? ''
  if (routingNumber === '') throw refuseMissing('routingNumber')
  if (given.accountNumber === null) refuseUnkept(before, cipher)
  const next = { accountHolderName, accountType, routingNumber }
  const fields = (['accountHolderName', 'accountType', 'routingNumber'] as const)
    .filter((name) => next[name] !== before?.[name])
    .map(String)
  if (given.accountNumber !== null) fields.push('accountNumber')
  if (!before?.verifiedAt) fields.push('verificationStatus')
  return { ...next, fields }
}

function refuseUnkept(before: StoredBank | undefined, cipher: FieldCipher) {
  const { merchantId = '', accountNumberEncrypted } = before ?? {}
  if (!accountNumberEncrypted) throw refuseMissing('accountNumber')
  if (!accountNumberOpens(cipher, { merchantId, accountNumberEncrypted }))
    throw refuseMissing('accountNumber', 'The number on file can’t be decrypted. ')
}

type GivenBank = {
  accountHolderName: string
  accountType: string
  /** Null keeps the stored one. */
  routingNumber: string | null
  accountNumber: string | null
}

const nouns = { routingNumber: 'routing number', accountNumber: 'account number' } as const
type NumberField = keyof typeof nouns

function readBankInfo(info: BankInfo): GivenBank {
  const accountHolderName = withoutControls(info.accountName).trim()
  if (accountHolderName === '') throw refuse(bankRefusals, 'ACCOUNT_NAME')
  return {
    accountHolderName,
    accountType: info.accountType,
    routingNumber: readNumber('routingNumber', info.routingNumber),
    accountNumber: readNumber('accountNumber', info.accountNumber ?? ''),
  }
}

function readNumber(field: NumberField, text: string) {
  const number = normalizeNumber(text)
  if (number === '') return null
  const verdict = checkNumber(number)
  if (!verdict.ok) throw refuse(numberRefusals, verdict.reason, nouns[field]).with({ field })
  return number
}

function refuseMissing(field: NumberField, why = '') {
  return refuse(bankRefusals, 'NUMBER_MISSING', nouns[field], why).with({ field })
}

/** `before` and `after` are last digits of the account. */
type BankChangeDetails = { merchant: StoredMerchant; fields: string[]; before: string | null; after: string }

/** Contains field names and last digits only, so that no number reaches the log or an inbox. */
async function tellOfChange(ctx: Context, tx: Transaction, details: BankChangeDetails) {
  const { merchant, fields, before, after } = details
  await recordAudit(ctx, tx, {
    action: 'update_bank_account',
    targetType: 'bank_account',
    targetId: merchant.id,
    merchantId: merchant.id,
    ...(before !== null && { before: { accountLast4: before } }),
    after: { changed: fields, accountLast4: after },
  })
  const owners = await listOwnersToMail(tx, merchant.id)
  const ownerIds = new Set(owners.map(({ userId }) => userId))
  const administrators = (await listAdministratorsToMail(tx)).filter(({ userId }) => !ownerIds.has(userId))
  const mail = (path: string) =>
    bankChangedMail(ctx, { merchantName: merchant.name, shown: after, path, isFirst: before === null })
  const [toOwner, toAdministrator] = [
    mail(merchantPage('/settings/billing', merchant.id)),
    mail(`/merchants?id=${merchant.id}`),
  ]
  for (const { email, isPlaceholder } of owners) await queueMail(ctx, tx, { to: email, isPlaceholder, ...toOwner })
  for (const { email, isPlaceholder } of administrators)
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...toAdministrator })
}
