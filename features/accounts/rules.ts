import { adminFlag, adminRole, product } from '@quaff/platform/shared/product'
import { codeTitle, codeText, inWords, withoutControls, isolated } from '@quaff/platform/shared/readable-text'
import type { InvitedTo } from './contract'

type WorkClaims = { role?: string; merchantIds?: readonly string[] }

export type RoleSources = {
  claims: { role?: string; admin?: boolean; quaff_admin?: boolean; isQuaffAdmin?: boolean }
  adminRecordRole: string | null
}

/** Spec §5: role from claims, then legacy flags, then the admin record; null when none names one. */
export function resolveRole({ claims, adminRecordRole }: RoleSources): string | null {
  if (claims.role) return claims.role
  if (claims.admin === true || claims[adminRole] === true || claims[adminFlag] === true) return adminRole
  return adminRecordRole || null
}

/**
 * Returns the merchants of the claims (spec §6); a merchant role without merchants has none. Null for claims without
 * a merchant role.
 */
export function claimedMerchants({ role, merchantIds = [] }: WorkClaims): readonly string[] | null {
  if (merchantIds.length > 0) return merchantIds
  return mayEnterConsole(role || null) && role !== adminRole ? [] : null
}

/** Spec §3: replaces a missing address. Its reserved top-level domain cannot receive email. */
export function placeholderEmail(userId: string): string {
  return `${userId.toLowerCase()}@placeholder.${product.slug}.invalid`
}

/** `customer` and no role at all are refused at the endpoint (G9). */
export function mayEnterConsole(role: string | null): role is string {
  return role !== null && role !== 'customer'
}

const roleDescriptions: Record<string, string> = {
  [adminRole]: 'Full platform access',
  merchant_owner: 'Manage assigned merchants',
  merchant_viewer: 'View assigned merchants',
  customer: 'No console access',
}

/** The role texts of spec §6. */
export function describeRole(role: string): string {
  return roleDescriptions[role] ?? 'Custom role'
}

/** Account menu: underscores become spaces (spec §2). */
export const roleLabel = codeText

/** The same as a standalone value, option or heading: "Merchant owner". */
export const roleTitle = codeTitle

/** The role within a sentence, without "quaff". */
export function roleNoun(role: string): string {
  return role === adminRole ? 'administrator' : codeText(role)
}

const article = (role: string) => `${/^[aeiou]/.test(roleNoun(role)) ? 'an' : 'a'} ${roleNoun(role)}`

const linkLike = /[/\\@:]|www\.|\.[a-z]{2,}/i
const longestName = 80

/**
 * Returns the name unless an email client could take it for a link or it is too long. An invitation goes to an
 * unverified address, so names must not carry messages.
 */
export function mailableName(name: string | null): string | null {
  const text = withoutControls(name ?? '').trim()
  return text === '' || text.length > longestName || linkLike.test(text) ? null : text
}

const shownVenues = 3
function venuesInWords(venues: readonly string[]) {
  const more = venues.length - shownVenues
  return inWords([...venues.slice(0, shownVenues).map(isolated), ...(more > 0 ? [`${more} more`] : [])])
}

type InvitationRecord = { role: string; inviter: string | null; venues: readonly string[]; applied: string | null }

/** `applied`: the venue that an owner still sets up, named where there is no other. */
export function invitedToOf({ role, inviter, venues, applied }: InvitationRecord): InvitedTo {
  const named = venues.length === 0 && role === 'merchant_owner' ? [applied] : venues
  return { role, inviter: mailableName(inviter), venues: named.flatMap((name) => mailableName(name) ?? []) }
}

/** Inviter, merchant and role in one sentence, for the email, its preview and the page of the link. */
export function invitationLead({ role, inviter, venues }: InvitedTo): string {
  const where = venues.length === 0 ? product.name : `${venuesInWords(venues)} on ${product.name}`
  return `${inviter === null ? 'You’ve been invited' : `${isolated(inviter)} invited you`} to ${where} as ${article(role)}.`
}

/** The same for a person with an account in the previous system. */
export function movedInLead({ role, venues }: InvitedTo): string {
  const what =
    venues.length === 0
      ? `Your account has moved to ${product.name}`
      : `${venuesInWords(venues)} moved to ${product.name}, along with your account`
  return `${what}. You’re ${article(role)}.`
}

/** The role's rights in the words of spec §6. */
export const invitationScope = (role: string) => `Access: ${describeRole(role).toLowerCase()}.`
