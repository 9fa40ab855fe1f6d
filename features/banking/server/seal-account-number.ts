import type { FieldCipher } from '@quaff/platform/server/ports'
import { boundTo } from './account-number'

export type SealedColumns = { accountNumberEncrypted: string; keyId: string }

export function sealAccountNumber(cipher: FieldCipher, merchantId: string, accountNumber: string): SealedColumns {
  return { accountNumberEncrypted: cipher.encrypt(accountNumber, boundTo(merchantId)), keyId: cipher.currentKeyId }
}
