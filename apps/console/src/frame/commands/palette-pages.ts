import type { NavEntry, NavItemEntry } from '@quaff/platform/console/frame/shell/nav-entry'

export type PalettePage = Pick<NavItemEntry, 'to' | 'label' | 'icon'>

/** Pages that are reached otherwise than by the sidebar. */
const furtherPages: PalettePage[] = [
  { to: '/payouts', label: 'Payouts' },
  { to: '/settings', label: 'Settings' },
]

const venueSettings = '/merchants/onboarding/settings'

/** What the sidebar shows and lets through, whose label has every word of the query. */
export function matchPages(navigation: NavEntry[], query: string): PalettePage[] {
  const listed = navigation.flatMap((entry) => (entry.kind === 'group' ? entry.items : [entry]))
  const reachable = listed.filter((item) => item.disabledReason === undefined)
  const pause = reachable
    .filter(({ to }) => to === venueSettings)
    .map((item) => ({ ...item, label: 'Pause or resume sale' }))
  return [...reachable, ...pause, ...furtherPages].filter(({ label }) => hasEveryWord(label, query))
}

export function hasEveryWord(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLowerCase().includes(word))
}
