import type { FieldCipher } from '@quaff/platform/server/ports'
import { accountNumberOpens } from './account-number'
import type { StoredBank } from './banking-store'
import { refuseMissing, type GivenBank } from './read-bank-info'

export type BankChange = Pick<GivenBank, 'accountHolderName' | 'accountType'> & {
  routingNumber: string
  /** Names of what becomes different; none when the same was saved again. */
  fields: string[]
}

/** What the record becomes. A number that was never given, or can no longer be opened, has to be given. */
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

function refuseUnkept(before: StoredBank | undefined, cipher: FieldCipher): void {
  const { merchantId = '', accountNumberEncrypted } = before ?? {}
  if (!accountNumberEncrypted) throw refuseMissing('accountNumber')
  if (!accountNumberOpens(cipher, { merchantId, accountNumberEncrypted }))
    throw refuseMissing('accountNumber', 'The number on file can’t be decrypted. ')
}
