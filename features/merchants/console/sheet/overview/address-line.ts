import type { MerchantRecord } from '../../../contract'

/** One line, parts that are missing left out. */
export function addressLine(address: MerchantRecord['address']): string {
  const area = [address.region, address.postalCode].filter(Boolean).join(' ')
  return [address.line1, address.line2, address.city, area, address.country].filter(Boolean).join(', ')
}
