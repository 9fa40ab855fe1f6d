import { IconArrowRight } from '@tabler/icons-react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import type { Command } from '@quaff/platform/console/frame/command'
import type { CommandGroup, CommandItem } from '@quaff/platform/console/frame/command-list'
import type { NavEntry, NavItemEntry } from '@quaff/platform/console/frame/nav-entry'
import { tabStore } from '@quaff/platform/console/tab-store'
import { type AccessContext, decideAccess, isOffered } from '../route-access'
import { useAccessContext } from '../use-access-context'
import { globalCommands } from './global-commands'
import { rank } from './rank'
import { useGo } from './use-go'

type Item = CommandItem & { keywords?: string }
type Group = { label: string; items: Item[] }

/** Pages that are reached otherwise than by the sidebar. */
const furtherPages: Pick<NavItemEntry, 'to' | 'label'>[] = [
  { to: '/payouts', label: 'Payouts' },
  { to: '/settings', label: 'Settings' },
]
const venueSettings = '/merchants/onboarding/settings'
const noMerchant = 'Choose a merchant first.'
const RECENT = 4

/**
 * Returns the palette's groups that need no server: commands of the page, recent choices, pages and global commands.
 */
export function useLocalGroups(navigation: NavEntry[], active: readonly Command[], query: string): CommandGroup[] {
  const go = useGo()
  const { role } = useSessionUser()
  const details = useAccessContext()
  const everywhere = active.filter(({ section }) => section === 'Everywhere')
  const here = active.filter((command) => !everywhere.includes(command))
  const begun = globalCommands
    .map((command) => ({ ...command, access: decideAccess(command.to, details) }))
    .filter(
      ({ id, roles, access }) => roles.includes(role) && isOffered(access) && active.every((one) => one.id !== id),
    )
    .map(({ id, label, icon, keywords, access, to }): Item => ({
      id,
      label,
      icon,
      keywords,
      lockedReason: access === 'needs-merchant' ? noMerchant : undefined,
      onSelect: () => (access === 'needs-global-view' ? go.toAll(to) : go.to(to)),
    }))
  const pages = reachablePages(navigation, details).map(({ to, label, icon = IconArrowRight }): Item => ({
    id: `page:${to}:${label.replaceAll(' ', '-')}`,
    label,
    icon,
    onSelect: () => go.to(to),
  }))
  const ofRecords = groupBy(
    here.flatMap((command) => (command.of ? [{ command, name: command.of.name }] : [])),
    ({ name }) => name,
  ).map(([label, all]) => ({ label, items: all.map(({ command }) => itemOf(command)) }))
  const others: Group[] = [
    { label: 'On this page', items: here.filter(({ of }) => of === undefined).map(itemOf) },
    { label: 'Pages', items: pages },
    { label: 'Actions', items: [...begun, ...everywhere.map(itemOf)] },
  ].map(({ label, items }) => ({ label, items: items.map(noting) }))
  return query.trim() === '' ? [...ofRecords, ...withRecents(others)] : ranked([...ofRecords, ...others], query)
}

export const itemOf = ({ id, label, icon, keywords, keys, disabledReason, of, run }: Command): Item => ({
  id: of === undefined ? id : `${id}:${of.id}`,
  label,
  icon,
  keywords,
  keys,
  lockedReason: disabledReason,
  onSelect: run,
})

/** Choosing it makes it a recent one. */
const noting = (item: Item): Item => ({
  ...item,
  onSelect: () => {
    recents.note(item.id)
    item.onSelect()
  },
})

function withRecents(groups: Group[]): Group[] {
  const all = groups.flatMap(({ items }) => items)
  const recent = recents
    .read()
    .flatMap((id) => all.filter((item) => item.id === id))
    .slice(0, RECENT)
  const [here, ...rest] = groups.map(({ label, items }) => ({
    label,
    items: items.filter((item) => !recent.includes(item)),
  }))
  return [...(here ? [here] : []), { label: 'Recent', items: recent }, ...rest]
}

/** The group with the best answer first. */
function ranked(groups: Group[], query: string): Group[] {
  return groups
    .map(({ label, items }) => ({ label, found: rank(items, query) }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => (a.found[0]?.tier ?? 0) - (b.found[0]?.tier ?? 0))
    .map(({ label, found }) => ({ label, items: found.map(({ item }) => item) }))
}

function reachablePages(navigation: NavEntry[], details: AccessContext): Pick<NavItemEntry, 'to' | 'label' | 'icon'>[] {
  const listed = navigation.flatMap((entry) => (entry.kind === 'group' ? entry.items : [entry]))
  const reachable = listed.filter((item) => item.disabledReason === undefined)
  const pause = reachable
    .filter(({ to }) => to === venueSettings)
    .map((item) => ({ ...item, label: 'Pause or resume sale' }))
  return [...reachable, ...pause, ...furtherPages.filter(({ to }) => decideAccess(to, details) === 'open')]
}

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): [string, One[]][] {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups]
}

const KEY = 'palette.recent'
const KEPT = 10

/** The commands chosen last in this tab, by ID: labels are known only while the user may run the command. */
const recents = {
  read: (): string[] => (tabStore.get(KEY) ?? '').split(' ').filter(Boolean),
  note(id: string) {
    tabStore.set(KEY, [id, ...recents.read().filter((other) => other !== id)].slice(0, KEPT).join(' '))
  },
}
