import { merchants } from '@quaff/features/merchants/tables'
import type { Services } from '@quaff/platform/server'

export type NewMerchant = typeof merchants.$inferInsert
export type MerchantDetails = Partial<NewMerchant>

/** Builds a live, complete merchant, without data of other features; overrides by argument. */
function buildMerchant(services: Services, details: MerchantDetails = {}): NewMerchant {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('mer')
  return {
    id,
    name: `Merchant ${id}`,
    description: 'Coffee and cake',
    status: 'active',
    statusChangedAt: now,
    isLive: true,
    applicationStatus: 'approved',
    contactEmail: `hello@${id.replace('_', '-')}.test`.toLowerCase(),
    businessType: 'coffee_shop',
    address: { line1: '1 High Street', city: 'Springfield' },
    taxId: '12-3456789',
    bankVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
    ...details,
  }
}

export async function insertMerchant(services: Services, details: MerchantDetails = {}): Promise<NewMerchant> {
  const merchant = buildMerchant(services, details)
  await services.db.insert(merchants).values(merchant)
  return merchant
}

export async function insertMerchants(services: Services, details: readonly MerchantDetails[]): Promise<NewMerchant[]> {
  const rows = details.map((one) => buildMerchant(services, one))
  if (rows.length > 0) await services.db.insert(merchants).values(rows)
  return rows
}
