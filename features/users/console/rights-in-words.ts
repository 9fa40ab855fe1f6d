import type { Permissions } from '@quaff/features/sessions/contract'

type Sentence = (permissions: Permissions) => string | undefined

const sentences = {
  canViewAllMerchants: (granted) => (granted.canViewAllMerchants ? 'View all merchants' : undefined),
  canEditAllMerchants: (granted) => (granted.canEditAllMerchants ? 'Edit all merchants' : undefined),
  canViewMerchantIds: (granted) => (granted.canViewMerchantIds.length > 0 ? 'View the merchants below' : undefined),
  canEditMerchantIds: (granted) => (granted.canEditMerchantIds.length > 0 ? 'Edit the merchants below' : undefined),
  canAccessAnalytics: (granted) => (granted.canAccessAnalytics ? 'Read analytics' : undefined),
  canManageAdmins: (granted) => (granted.canManageAdmins ? 'Manage administrators' : undefined),
  canManageBilling: (granted) => (granted.canManageBilling ? 'Manage billing' : undefined),
  canViewPayouts: (granted) => (granted.canViewPayouts ? 'View payouts' : undefined),
} as const satisfies Record<keyof Permissions, Sentence>

/** The eight permissions of spec §3, those that are granted. */
export function rightsInWords(permissions: Permissions): string[] {
  return Object.values(sentences).flatMap((sentence: Sentence) => sentence(permissions) ?? [])
}
