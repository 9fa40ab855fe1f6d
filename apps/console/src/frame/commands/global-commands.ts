import {
  IconBuildingBank,
  IconBuildingStore,
  IconFileImport,
  IconForms,
  IconLink,
  IconListCheck,
  IconMapPin,
  IconPlus,
  IconReceiptRefund,
  IconTicket,
  IconUserPlus,
  IconUserSearch,
} from '@tabler/icons-react'
import { affiliatePermissions } from '@quaff/features/affiliates/permissions'
import { locationPermissions } from '@quaff/features/locations/permissions'
import { merchantPermissions } from '@quaff/features/merchants/permissions'
import { onboardingPermissions } from '@quaff/features/onboarding/permissions'
import { payoutPermissions } from '@quaff/features/payouts/permissions'
import { planPermissions } from '@quaff/features/plans/permissions'
import { redemptionPermissions } from '@quaff/features/redemptions/permissions'
import { userPermissions } from '@quaff/features/users/permissions'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { adminRole } from '@quaff/platform/shared/product'

export interface GlobalCommand {
  /** The command's id on its page, where the page's command replaces this one. */
  id: string
  label: string
  icon: IconLike
  keywords?: string
  roles: readonly string[]
  /** Opens a dialog and never acts. */
  to: string
  /** Offered only to people who may open this page too. */
  needs?: string
}

const admins = [adminRole]

export const globalCommands: readonly GlobalCommand[] = [
  {
    id: 'customers.find',
    label: 'Find customer',
    icon: IconUserSearch,
    keywords: 'scan pass code guest subscriber refused void redemption',
    roles: redemptionPermissions['redemption.findCustomer'],
    to: '/merchants/find-customer',
  },
  {
    id: 'venues.add',
    label: 'Add another venue',
    icon: IconBuildingStore,
    keywords: 'new create second merchant cafe shop branch',
    roles: onboardingPermissions['onboarding.open'],
    to: '/dashboard?action=add-venue',
    needs: '/locations',
  },
  {
    id: 'users.invite',
    label: 'Invite user',
    icon: IconUserPlus,
    keywords: 'new add create person colleague team member viewer owner',
    roles: userPermissions['user.invite'],
    to: '/users?action=invite',
  },
  {
    id: 'users.inviteViewer',
    label: 'Invite viewer',
    icon: IconUserPlus,
    keywords: 'new add create person colleague team member user',
    roles: userPermissions['user.invite'],
    to: '/users?action=invite-viewer',
  },
  {
    id: 'merchants.create',
    label: 'Create merchant',
    icon: IconBuildingStore,
    keywords: 'new add venue cafe',
    roles: merchantPermissions['merchant.create'],
    to: '/merchants?action=create',
  },
  {
    id: 'merchants.desk',
    label: 'Review desk',
    icon: IconListCheck,
    keywords: 'approve merchants waiting pending',
    roles: merchantPermissions['merchant.review'],
    to: '/merchants?desk=true',
  },
  {
    id: 'locations.create',
    label: 'Add location',
    icon: IconMapPin,
    keywords: 'new create',
    roles: locationPermissions['location.create'],
    to: '/locations?action=create',
  },
  {
    id: 'locations.import',
    label: 'Import locations',
    icon: IconFileImport,
    keywords: 'csv upload',
    roles: locationPermissions['location.create'],
    to: '/locations?action=import',
  },
  {
    id: 'plans.create',
    label: 'New plan',
    icon: IconTicket,
    keywords: 'create add price pass',
    roles: planPermissions['plan.edit'],
    to: '/plans?action=create',
  },
  {
    id: 'links.create',
    label: 'Create link',
    icon: IconLink,
    keywords: 'new add affiliate qr',
    roles: affiliatePermissions['link.edit'],
    to: '/affiliates?action=create',
  },
  {
    id: 'waitlists.create',
    label: 'New waitlist',
    icon: IconListCheck,
    keywords: 'create add',
    roles: admins,
    to: '/waitlists?action=create',
  },
  {
    id: 'forms.create',
    label: 'New signup form',
    icon: IconForms,
    keywords: 'create add',
    roles: admins,
    to: '/merchant-signup-forms?action=create',
  },
  {
    id: 'payouts.generate',
    label: 'Generate payouts',
    icon: IconPlus,
    keywords: 'create new month pay run',
    roles: payoutPermissions['payout.manage'],
    to: '/payouts?action=generate',
  },
  {
    id: 'payouts.bankFile',
    label: 'Bank file',
    icon: IconBuildingBank,
    keywords: 'wire transfer export pay sepa',
    roles: payoutPermissions['payout.bankFile'],
    to: '/payouts?action=bank-file',
  },
  {
    id: 'redemptions.void',
    label: 'Void redemption',
    icon: IconReceiptRefund,
    keywords: 'undo reverse refund drink mistake',
    roles: redemptionPermissions['redemption.void'],
    to: '/redemptions?tab=history',
  },
]
