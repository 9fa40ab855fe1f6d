import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/** `merchants/{id}/promotions/{promotionId}` of the specification. */
export const merchantPromotions = pgTable(
  'merchant_promotions',
  {
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade'),
    promotionId: text('promotion_id').notNull(),
    enabled: boolean().notNull().default(false),
    /** Null while disabled (spec §3). */
    metadata: jsonb().$type<Record<string, unknown>>(),
    updatedAt: instant('updated_at').notNull(),
    /** User id, or null when no person did it. */
    updatedBy: text('updated_by'),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ name: 'merchant_promotions_pk', columns: [table.merchantId, table.promotionId] }),
    index('merchant_promotions_promotion').on(table.promotionId, table.enabled, table.updatedAt.desc()),
    index('merchant_promotions_updated').on(table.updatedAt),
  ],
)

/** Uses of a counter promotion since it was enabled. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade'),
    promotionId: text('promotion_id').notNull(),
    uses: integer().notNull(),
  },
  (table) => [primaryKey({ name: 'promotion_uses_pk', columns: [table.merchantId, table.promotionId] })],
)
