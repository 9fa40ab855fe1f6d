import { merchants } from '@quaff/features/merchants/tables'
import type { Services } from '@quaff/platform/server/context'

export type NewMerchant = typeof merchants.$inferInsert
export type MerchantFacts = Partial<NewMerchant>

/** A live merchant with nothing missing but what other features keep; overrides by argument. */
function buildMerchant(services: Services, facts: MerchantFacts = {}): NewMerchant {
  const now = services.clock.now()
  const id = facts.id ?? services.ids.newId('mer')
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
    ...facts,
  }
}

export async function insertMerchant(services: Services, facts: MerchantFacts = {}): Promise<NewMerchant> {
  const merchant = buildMerchant(services, facts)
  await services.db.insert(merchants).values(merchant)
  return merchant
}

export async function insertMerchants(services: Services, facts: readonly MerchantFacts[]): Promise<NewMerchant[]> {
  const rows = facts.map((one) => buildMerchant(services, one))
  if (rows.length > 0) await services.db.insert(merchants).values(rows)
  return rows
}
