import { roles } from '@quaff/features/accounts/contract'

export type DashboardKind = 'admin' | 'merchant' | 'none'

/** Spec §2 Dashboards; a custom role has no figures to see (G9). */
export function chooseDashboard(facts: { role: string; isGlobalView: boolean; hasMerchant: boolean }): DashboardKind {
  if (!roles.some((role) => role === facts.role) || facts.role === 'customer') return 'none'
  if (facts.role === 'merchant_owner' || facts.role === 'merchant_viewer') return 'merchant'
  return !facts.isGlobalView && facts.hasMerchant ? 'merchant' : 'admin'
}
