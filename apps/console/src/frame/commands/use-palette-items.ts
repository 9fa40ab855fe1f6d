import { IconArrowRight, IconSettings } from '@tabler/icons-react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { settingsPages } from '@quaff/features/settings/console/settings-pages-widget'
import { settingsGroupsFor } from '@quaff/features/settings/tabs-rules'
import type { Command } from '@quaff/platform/console/frame/command'
import type { CommandItem } from '@quaff/platform/console/frame/command-list'
import type { NavEntry } from '@quaff/platform/console/frame/nav-entry'
import { localStore } from '@quaff/platform/console/local-store'
import { visibleNavigation } from '../../navigation'
import { decideAccess, isOffered } from '../route-access'
import { useAccessContext } from '../use-access-context'
import { globalCommands } from './global-commands'
import type { ChoiceGroup } from './rank'
import { useGo } from './use-go'

export type Item = CommandItem & { keywords?: string }
export type Group = ChoiceGroup<Item>

type Page = { to: string; label: string; icon?: CommandItem['icon']; keywords?: string }

const pageWords: Readonly<Record<string, string>> = {
  '/dashboard': 'home start overview today',
  '/merchants': 'venues cafes csv export',
  '/waitlists': 'queue cities csv export',
  '/locations': 'venues addresses hours opening map csv export',
  '/analytics': 'statistics reports revenue churn mrr metrics',
  '/plans': 'passes prices subscription price',
  '/redemptions': 'drinks usage history scans void subscribers csv export',
  '/affiliates': 'links qr codes referral csv export',
  '/merchant-signup-forms': 'forms submissions partner',
  '/plans/promotions': 'discounts offers happy hour',
  '/users': 'people customers team invite invitations csv export',
  '/settings/billing': 'bank account iban tax payouts statements',
  '/settings/branding': 'logo mark',
  '/merchants/onboarding/business': 'business profile address tax contact',
  '/payouts': 'bank wire transfer pay money statements refunds csv export',
  '/subscriptions': 'passes subscribers customers cancel refund dispute csv export',
  '/applications': 'partners requests approve reject',
  '/settings': 'preferences options account',
}
const venueSettings = '/merchants/onboarding/settings'
const RECENT = 5

/** Returns the palette's groups that need no server. `askMerchant` opens the address with a merchant. */
export function useLocalGroups(
  navigation: NavEntry[],
  active: readonly Command[],
  askMerchant: (label: string, to: string) => void,
): { ofRecords: Group[]; others: Group[] } {
  const go = useGo()
  const { role } = useSessionUser()
  const details = useAccessContext()
  const everywhere = active.filter(({ section }) => section === 'Everywhere')
  const here = active.filter((command) => !everywhere.includes(command))

  /** Opens an address that this person may see with one choice at most: all merchants, or a merchant. */
  const opening = (id: string, { to, label, icon = IconArrowRight, keywords }: Page): Item[] => {
    const access = decideAccess(to, details)
    if (!isOffered(access)) return []
    const asks = access === 'needs-merchant'
    const open = () => (access === 'needs-global-view' ? go.toAll(to) : go.to(to))
    return [
      {
        id,
        label,
        icon,
        keywords,
        ...(asks && { description: 'Choose a merchant next', keepsOpen: true }),
        onSelect: asks ? () => askMerchant(label, to) : open,
      },
    ]
  }
  const begun = globalCommands
    .filter(({ id, roles }) => roles.includes(role) && active.every((one) => one.id !== id))
    .filter(({ needs, to }) => isOffered(decideAccess(needs ?? to, details)))
    .flatMap((command) => opening(command.id, command))
  const pages = pagesFor(navigation, details.isAdmin, role).flatMap((page) =>
    opening(`page:${page.to}:${page.label.replaceAll(' ', '-')}`, page),
  )
  const ofRecords = groupBy(
    here.flatMap((command) => (command.of ? [{ command, name: command.of.name }] : [])),
    ({ name }) => name,
  ).map(([label, all]): Group => ({ label, kind: 'action', items: all.map(({ command }) => itemOf(command)) }))
  return {
    ofRecords,
    others: [
      { label: 'On this page', kind: 'action', items: here.filter(({ of }) => of === undefined).map(itemOf) },
      { label: 'Pages', kind: 'page', items: pages },
      { label: 'Actions', kind: 'action', items: [...begun, ...everywhere.map(itemOf)] },
    ],
  }
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

function pagesFor(navigation: NavEntry[], isAdmin: boolean, role: string): Page[] {
  const all = { isMember: true, isAdmin, isGlobalView: true, hasMerchant: false, canChooseMerchant: true }
  const listed = [...navigation, ...(isAdmin ? visibleNavigation(all) : [])]
    .flatMap((entry) => (entry.kind === 'group' ? entry.items : [entry]))
    .map(({ to, label, icon }): Page => ({ to, label, icon }))
  const settings = settingsGroupsFor(role).flatMap(({ tabs }) =>
    tabs.map((tab): Page => ({ ...settingsPages[tab], to: `/settings?tab=${tab}`, icon: IconSettings })),
  )
  const further: Page[] = [
    { to: '/payouts', label: 'Payouts' },
    { to: '/settings', label: 'Settings' },
  ]
  const pages = [...listed, ...further, ...settings].map((page) => ({ keywords: pageWords[page.to], ...page }))
  const pause = listed.filter(({ to }) => to === venueSettings).slice(0, 1)
  return [
    ...new Map(pages.map((page) => [page.to, page])).values(),
    ...pause.map((page) => ({ ...page, label: 'Pause or resume sale', keywords: 'stop close live selling' })),
  ]
}

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): [string, One[]][] {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups]
}

export function withRecents(groups: readonly Group[], recent: readonly Item[]): Group[] {
  const rest = groups.map((group) => ({
    ...group,
    items: group.items.filter(({ id }) => recent.every((one) => one.id !== id)),
  }))
  return [{ label: 'Recent', kind: 'page', items: recent }, ...rest]
}

const parseIds = (value: unknown) =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string').slice(0, RECENT) : []

/**
 * Keeps what an account chose last on this device, by ID only: names are read again, so that nothing shows that the
 * account may no longer see. Sign-out removes the whole store.
 */
export const recentsOf = (uid: string) => {
  const key = `palette.recent.${uid}`
  const read = () => localStore.get(key, parseIds)
  return {
    read,
    note: (id: string) => localStore.set(key, [id, ...read().filter((other) => other !== id)].slice(0, RECENT)),
  }
}
