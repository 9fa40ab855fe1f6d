import type { merchantBankAccounts } from '@quaff/features/banking/tables'
import type { merchantPromotions } from '@quaff/features/promotions/tables'
import type { FieldCipher } from '@quaff/platform/server'
import type { DemoMerchant } from './demo-merchants'

export type DemoBankAccount = typeof merchantBankAccounts.$inferInsert
export type DemoPromotion = typeof merchantPromotions.$inferInsert

/** Returns invented bank details, encrypted like real ones, for merchants with verified details. */
export function planBankAccounts(cipher: FieldCipher, merchants: readonly DemoMerchant[]): DemoBankAccount[] {
  return merchants.flatMap((merchant, index) => {
    if (!merchant.bankVerifiedAt) return []
    const accountNumber = String(4_400_000_000 + index * 7_919)
    return [
      {
        merchantId: merchant.id,
        accountHolderName: `${merchant.name} Ltd`,
        accountType: index % 4 === 3 ? 'savings' : 'checking',
        routingNumber: '021000021',
        accountNumberEncrypted: cipher.encrypt(accountNumber, `${merchant.id}|accountNumber`),
        accountLast4: accountNumber.slice(-4),
        keyId: cipher.currentKeyId,
        verificationStatus: 'verified',
        verifiedAt: merchant.bankVerifiedAt,
        updatedAt: merchant.bankVerifiedAt,
      },
    ]
  })
}

const offers = [
  { id: 'first_drink_free', everyNth: 2, metadata: { limitPerCustomer: 1, note: 'New subscribers only' } },
  { id: 'happy_hour', everyNth: 5, metadata: { limitTotal: 500 } },
  { id: 'refer_a_friend', everyNth: 7, metadata: { limitPerCustomer: 3 } },
] as const

export function planPromotions(
  now: Date,
  merchants: readonly DemoMerchant[],
  updatedBy: string | null,
): DemoPromotion[] {
  const selling = merchants.filter(({ sells }) => sells)
  return offers.flatMap(({ id, everyNth, metadata }) =>
    selling
      .filter((_, index) => index % everyNth === 0)
      .map(({ id: merchantId }, number) => ({
        merchantId,
        promotionId: id,
        enabled: true,
        metadata,
        updatedAt: new Date(now.getTime() - (number + 1) * 86_400_000),
        updatedBy,
      })),
  )
}
