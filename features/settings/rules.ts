import { searchMatcher } from '@quaff/platform/shared/search-text'
import type { MailTemplate } from './mails-contract'

/** Action → roles, as every feature keeps it and its verbs check it. */
type PermissionTable = Readonly<Record<string, readonly string[]>>
export type PermissionArea = { area: string; table: PermissionTable; labels: Readonly<Record<string, string>> }
export type Right = { action: string; label: string; roles: readonly string[] }
export type RightGroup = { area: string; rights: Right[] }

/** The features' own tables in words; an area without actions is left out. */
export function rightGroups(areas: readonly PermissionArea[]): RightGroup[] {
  return areas
    .map(({ area, table, labels }) => ({
      area,
      rights: Object.entries(table).map(([action, roles]) => ({ action, label: labels[action] ?? action, roles })),
    }))
    .filter(({ rights }) => rights.length > 0)
}

/** Every typed word occurs in the action or in the name of its group. */
export function findRights(groups: readonly RightGroup[], query: string): RightGroup[] {
  const matches = searchMatcher(query)
  return groups
    .map(({ area, rights }) => ({ area, rights: rights.filter(({ label }) => matches(`${area} ${label}`)) }))
    .filter(({ rights }) => rights.length > 0)
}

/**
 * Returns the actions that the role may do, and for the others who can do them, preferably an owner. Administrators ask
 * no one: what only owners do of their own accord, they do another way.
 */
export function whoMay(rights: readonly Right[], role: string) {
  const mine = rights.filter(({ roles }) => roles.includes(role))
  const rest = role === 'quaff_admin' ? [] : rights.filter(({ roles }) => !roles.includes(role))
  const ownersMay = ({ roles }: Right) => roles.includes('merchant_owner')
  return { mine, owners: rest.filter(ownersMay), others: rest.filter((right) => !ownersMay(right)) }
}

/** Returns templates whose visible text contains every typed word. */
export function findMails(mails: readonly MailTemplate[], query: string): MailTemplate[] {
  const matches = searchMatcher(query)
  return mails.filter(({ name, receiver }) => matches(`${name} ${receiver}`))
}
