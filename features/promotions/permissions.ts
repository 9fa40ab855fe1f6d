import type { Role } from '@quaff/features/accounts/contract'

/** Owners and viewers read their own merchants' promotions; all else is the administrators' (spec §2). */
export const promotionPermissions = {
  'promotion.catalogue': ['quaff_admin'],
  'promotion.list': ['quaff_admin'],
  'promotion.read': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'promotion.write': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const promotionPermissionLabels: Readonly<Record<keyof typeof promotionPermissions, string>> = {
  'promotion.catalogue': 'View the promotion catalog',
  'promotion.list': 'View all merchants’ promotions',
  'promotion.read': 'View a merchant’s promotions',
  'promotion.write': 'Enable, edit and disable promotions',
}
