import type { CompletenessStep } from '../contract'

export const stepLabels = {
  profile: 'Business profile',
  contact: 'Contact email',
  address: 'Address',
  taxId: 'Tax ID',
  locations: 'At least one location',
  plans: 'A plan with an active price',
  bank: 'Bank details',
  branding: 'Logo and mark',
} as const satisfies Record<CompletenessStep, string>
