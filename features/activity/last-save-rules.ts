import { adminRole, product } from '@quaff/platform/shared/product'

type Reader = { userId: string; role: string; merchantIds: readonly string[]; ownMerchantIds: readonly string[] }

export type Saver = {
  userId: string
  displayName: string | null
  email: string
  role: string | null
  merchantIds: readonly string[]
  isErased: boolean
}

/**
 * Returns the name of the editor who saved first: administrators see anyone, others see colleagues by name and
 * administrators as the company. Null for others.
 */
export function saverName(reader: Reader, saver: Saver): string | null {
  if (saver.userId === reader.userId) return 'You'
  if (saver.isErased) return null
  if (reader.role === adminRole) return saver.displayName?.trim() || saver.email
  if (saver.role === adminRole) return product.name
  const shared = [...reader.merchantIds, ...reader.ownMerchantIds].some((id) => saver.merchantIds.includes(id))
  return shared ? saver.displayName?.trim() || 'A colleague' : null
}
