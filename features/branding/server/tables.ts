import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { instant } from '@quaff/platform/server/tables'

/** Re-encoded images. A row without `stored_at` is an upload under way, one with `removed_at` can be put back until it is purged. */
export const brandImages = pgTable(
  'brand_images',
  {
    id: text().primaryKey(),
    /** Null once the merchant is deleted: the purge then removes the file. */
    merchantId: text('merchant_id').references(() => merchants.id, { onDelete: 'set null' }),
    /** logo or mark */
    kind: text().notNull(),
    /** Random; also the name in the file store and in the download address. */
    storageKey: text('storage_key').notNull().unique('brand_images_storage_key'),
    contentType: text('content_type').notNull(),
    byteSize: integer('byte_size').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedBy: text('uploaded_by'),
    createdAt: instant('created_at').notNull(),
    storedAt: instant('stored_at'),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('brand_images_merchant').on(table.merchantId, table.kind, table.createdAt.desc()),
    index('brand_images_purge')
      .on(table.createdAt)
      .where(sql`stored_at is null or removed_at is not null or merchant_id is null`),
  ],
)
