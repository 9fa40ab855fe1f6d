import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { categoryLabel } from '../../category/rules'
import type { ProfileForm } from './profile-form'

/** An address is chosen as a whole: halves of two are no place. */
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
    line1: 'Address',
    line2: 'Address',
    city: 'Address',
    region: 'Address',
    postalCode: 'Address',
    country: 'Address',
    allowMultipleLocations: 'Several locations',
    requireLocationCheck: 'Location check',
  },
  show: { Category: ({ businessType }) => categoryLabel(businessType) },
}
