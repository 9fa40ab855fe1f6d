import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/**
 * `banking` of spec §3. The full number exists only in `account_number_encrypted` (AES-256-GCM, bound to the merchant).
 */
export const merchantBankAccounts = pgTable(
  'merchant_bank_accounts',
  {
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade').primaryKey(),
    accountHolderName: text('account_holder_name').notNull(),
    accountType: text('account_type').notNull(),
    routingNumber: text('routing_number').notNull(),
    accountNumberEncrypted: text('account_number_encrypted'),
    accountLast4: text('account_last4'),
    /** The key that encrypted the number. Key rotation selects by it. */
    keyId: text('key_id'),
    payoutMethod: text('payout_method').notNull().default('manual'),
    payoutSchedule: text('payout_schedule').notNull().default('manual'),
    verificationStatus: text('verification_status'),
    verifiedAt: instant('verified_at'),
    updatedAt: instant('updated_at').notNull(),
    updatedBy: text('updated_by'),
    version: integer().notNull().default(1),
  },
  (table) => [index('merchant_bank_accounts_key').on(table.keyId)],
)
