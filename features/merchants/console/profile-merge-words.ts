import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { addressMergeLabels } from '@quaff/platform/shared/fields/address'
import { categoryLabel } from '../category/rules'
import type { ProfileForm } from './profile-form'

export const profileMergeWords: MergeWords<ProfileForm> = {
  labels: {
    name: 'Name',
    description: 'Description',
    businessType: 'Category',
    businessName: 'Business name',
    contactEmail: 'Contact email',
    contactPhone: 'Phone',
    website: 'Website',
    taxId: 'Tax ID',
    ...addressMergeLabels,
    allowMultipleLocations: 'Several locations',
    requireLocationCheck: 'Location check',
    timeZone: 'Time zone',
  },
  show: { Category: ({ businessType }) => categoryLabel(businessType) },
}
