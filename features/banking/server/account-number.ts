import type { FieldCipher, SealedColumn } from '@quaff/platform/server'
import { merchantBankAccounts } from './tables'

export type EncryptedNumber = { merchantId: string; accountNumberEncrypted: string }

/** Binds an encrypted number to its merchant, so that it does not decrypt in another row. */
const boundTo = (merchantId: string) => `${merchantId}|accountNumber`

export const accountNumbers: SealedColumn = {
  table: merchantBankAccounts,
  id: merchantBankAccounts.merchantId,
  text: merchantBankAccounts.accountNumberEncrypted,
  keyId: merchantBankAccounts.keyId,
  boundTo,
  logUnreadable: (log, merchantId) => log.error('bank_number_unreadable', { merchantId }),
}

/**
 * Decrypts a full account number; no other code does. Use it only for key rotation and the bank file, never for a
 * response, log, audit row or email. Throws if the text was altered or moved, or its key is unknown.
 */
export function openAccountNumber(
  cipher: FieldCipher,
  { merchantId, accountNumberEncrypted }: EncryptedNumber,
): string {
  return cipher.decrypt(accountNumberEncrypted, boundTo(merchantId))
}

/** Safe to cache, because a cipher's keys never change and decryption is deterministic. */
const existing = new WeakMap<FieldCipher, Map<string, boolean>>()
const mostKnown = 10_000

/** Returns true if the number decrypts. Otherwise it must be entered again before a payout. */
export function accountNumberOpens(cipher: FieldCipher, sealed: EncryptedNumber): boolean {
  const ofCipher = existing.get(cipher) ?? new Map<string, boolean>()
  existing.set(cipher, ofCipher)
  const key = `${sealed.merchantId} ${sealed.accountNumberEncrypted}`
  const opens = ofCipher.get(key) ?? tryToOpen(cipher, sealed)
  if (ofCipher.size >= mostKnown) ofCipher.clear()
  ofCipher.set(key, opens)
  return opens
}

function tryToOpen(cipher: FieldCipher, sealed: EncryptedNumber) {
  try {
    openAccountNumber(cipher, sealed)
    return true
  } catch {
    return false
  }
}

export type SealedColumns = { accountNumberEncrypted: string; keyId: string }

export function sealAccountNumber(cipher: FieldCipher, merchantId: string, accountNumber: string): SealedColumns {
  return { accountNumberEncrypted: cipher.encrypt(accountNumber, boundTo(merchantId)), keyId: cipher.currentKeyId }
}
