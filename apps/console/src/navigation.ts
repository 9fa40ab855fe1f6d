import {
  IconBriefcase,
  IconBuildingStore,
  IconChartBar,
  IconDiscount,
  IconForms,
  IconLayoutDashboard,
  IconLink,
  IconListCheck,
  IconMapPin,
  IconSettings,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import type { NavEntry, NavGroupEntry, NavItemEntry } from '@quaff/platform/console/frame/app-frame'
import { decideAccess, type Access, type AccessContext } from './frame/route-access'

/** Determines the sidebar's entries (spec §2, G13). */
export type NavigationDetails = AccessContext & { badges?: ReadonlyMap<string, NonNullable<NavItemEntry['badge']>> }

type Rule = (details: NavigationDetails) => boolean
const everyone: Rule = () => true
const globalView: Rule = (details) => details.isGlobalView
const adminGlobal: Rule = (details) => details.isAdmin && details.isGlobalView
const merchantOnly: Rule = (details) => !details.isGlobalView
const withMerchant: Rule = (details) => !details.isGlobalView && details.hasMerchant
const adminGlobalOrMerchant: Rule = (details) => adminGlobal(details) || (details.isMember && details.hasMerchant)

interface Item extends Pick<NavItemEntry, 'to' | 'label' | 'icon'> {
  sees: Rule
}
type Group = Omit<NavGroupEntry, 'kind' | 'items'> & { items: Item[] }

const home = '/dashboard'

const sidebar: (Item | Group)[] = [
  { to: home, label: 'Dashboard', icon: IconLayoutDashboard, sees: everyone },
  { to: '/merchants', label: 'Merchants', icon: IconBuildingStore, sees: globalView },
  { to: '/waitlists', label: 'Waitlists', icon: IconListCheck, sees: adminGlobal },
  { to: '/locations', label: 'Locations', icon: IconMapPin, sees: everyone },
  { to: '/analytics', label: 'Analytics', icon: IconChartBar, sees: globalView },
  {
    id: 'passes',
    label: 'Passes',
    icon: IconTicket,
    items: [
      { to: '/plans', label: 'Plans & Pricing', sees: everyone },
      { to: '/redemptions', label: 'Usage & Redemptions', sees: everyone },
    ],
  },
  { to: '/affiliates', label: 'Affiliate Links', icon: IconLink, sees: everyone },
  { to: '/merchant-signup-forms', label: 'Merchant Signup Forms', icon: IconForms, sees: adminGlobal },
  { to: '/plans/promotions', label: 'Promotions', icon: IconDiscount, sees: adminGlobal },
  { to: '/users', label: 'Users', icon: IconUsers, sees: adminGlobalOrMerchant },
  {
    id: 'settings',
    label: 'Settings',
    icon: IconSettings,
    page: '/settings',
    items: [
      { to: '/settings/billing', label: 'Billing', sees: merchantOnly },
      { to: '/settings/branding', label: 'Branding', sees: everyone },
      // Not in the specification's sidebar. Without it these pages cannot be found after the setup.
      { to: '/merchants/onboarding/business', label: 'Business Profile', sees: withMerchant },
      { to: '/merchants/onboarding/settings', label: 'Venue settings', sees: withMerchant },
    ],
  },
  // Below the entries of the specification, which has none for these pages.
  {
    id: 'operations',
    label: 'Operations',
    icon: IconBriefcase,
    items: [
      { to: '/payouts', label: 'Payouts', sees: adminGlobal },
      { to: '/subscriptions', label: 'Subscriptions', sees: adminGlobal },
      { to: '/applications', label: 'Applications', sees: adminGlobal },
    ],
  },
]

const merchantRequired = 'Merchant Required'

function lockedReason(access: Access, { hasMerchant }: AccessContext): string | undefined {
  if (access === 'open') return undefined
  if (access === 'no-rights') return 'No access'
  return access === 'needs-profile' && hasMerchant ? 'Profile Required' : merchantRequired
}

function presentItem({ to, label, icon }: Item, details: NavigationDetails): NavItemEntry {
  const item: NavItemEntry = { kind: 'item', to, label, icon }
  // The dashboard itself says what a person without rights may do.
  const disabledReason = to === home ? undefined : lockedReason(decideAccess(to, details), details)
  if (disabledReason !== undefined) return { ...item, disabledReason }
  const badge = details.badges?.get(to)
  return badge ? { ...item, badge } : item
}

const presentItems = (items: Item[], details: NavigationDetails) =>
  items.filter((item) => item.sees(details)).map((item) => presentItem(item, details))

export function visibleNavigation(details: NavigationDetails): NavEntry[] {
  return sidebar.flatMap((entry): NavEntry[] => {
    if (!('items' in entry)) return presentItems([entry], details)
    const items = presentItems(entry.items, details)
    return items.length > 0 ? [{ ...entry, kind: 'group', items }] : []
  })
}
