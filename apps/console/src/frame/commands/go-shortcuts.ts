/** `G`, then this key. */
export const goShortcuts = [
  { key: 'd', label: 'Dashboard', to: '/dashboard' },
  { key: 'm', label: 'Merchants', to: '/merchants' },
  { key: 'u', label: 'Users', to: '/users' },
  { key: 'p', label: 'Plans & Pricing', to: '/plans' },
  { key: 'r', label: 'Usage & Redemptions', to: '/redemptions' },
  { key: 'l', label: 'Locations', to: '/locations' },
  { key: 'a', label: 'Analytics', to: '/analytics' },
  { key: 'w', label: 'Waitlists', to: '/waitlists' },
  { key: 'f', label: 'Affiliate Links', to: '/affiliates' },
  { key: 's', label: 'Settings', to: '/settings' },
  { key: 'b', label: 'Billing', to: '/settings/billing' },
] as const
