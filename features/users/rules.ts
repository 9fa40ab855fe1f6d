import { adminRole } from '@quaff/platform/shared/product'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { merchantAccounts, userStatuses, type UserStatus, type UserTab } from './contract'
import { invitableRoles } from './permissions'
import type { transferRefusals } from './refusals'

/**
 * Returns the single tab of a user (screens.md "/users"): by status first, then customers; all other console roles
 * are the team, including custom ones.
 */
export function userTab(user: { role: string; status: string }): UserTab {
  if (user.status === 'pending' || user.status === 'pending_approval') return 'pending'
  if (user.status !== 'active') return 'blocked'
  return user.role === 'customer' ? 'customers' : 'team'
}

/** G23: a registrant has no role before the approval, although the row is stored with the default one. */
export function shownRole(user: { role: string; status: string }): string {
  return user.role === 'customer' && userTab(user) === 'pending' ? '' : user.role
}

/** Filter value "pending" matches both waiting states (spec §2). */
export function statusesMatching(filter: UserStatus): readonly UserStatus[] {
  return filter === 'pending' ? ['pending', 'pending_approval'] : [filter]
}

/** Unknown states of imported records are treated as blocked: such accounts cannot sign in. */
export function readUserStatus(status: string): UserStatus {
  return userStatuses.find((known) => known === status) ?? 'suspended'
}

/** Roles that work for named merchants. */
export const merchantRoles = ['merchant_owner', 'merchant_viewer'] as const

/** Filter value `merchantAccounts` matches both merchant roles. */
export function rolesMatching(filter: string): readonly string[] {
  return filter === merchantAccounts ? merchantRoles : [filter]
}

export function isMerchantRole(role: string): boolean {
  return merchantRoles.some((known) => known === role)
}

export type InvitationDetails = {
  inviterRole: string
  role: string
  /** Requested ids, and those of them that exist within the inviter's scope. */
  merchantIds: readonly string[]
  knownMerchantIds: readonly string[]
  newVenue: boolean
}

/** G12, and "Application to live" for a new venue. */
export function decideInvitation(
  details: InvitationDetails,
): Verdict<'INVITE_ROLE' | 'MERCHANT' | 'NO_MERCHANT' | 'NEW_VENUE'> {
  if (!invitableRoles[details.inviterRole]?.some((role) => role === details.role))
    return { ok: false, reason: 'INVITE_ROLE' }
  if (details.merchantIds.some((id) => !details.knownMerchantIds.includes(id))) return { ok: false, reason: 'MERCHANT' }
  if (details.newVenue) return mayOpenVenue(details) ? { ok: true } : { ok: false, reason: 'NEW_VENUE' }
  if (isMerchantRole(details.role) && details.merchantIds.length === 0) return { ok: false, reason: 'NO_MERCHANT' }
  return { ok: true }
}

function mayOpenVenue({ inviterRole, role, merchantIds }: InvitationDetails) {
  return inviterRole === adminRole && role === 'merchant_owner' && merchantIds.length === 0
}

/** Administrators see all, customers none: only merchant roles carry merchants. */
export function assignedMerchantIds(role: string, merchantIds: readonly string[]): string[] {
  return isMerchantRole(role) ? [...new Set(merchantIds)] : []
}

const existing = {
  active: 'This email already has an account.',
  pending: 'This email is already invited. Resend the invitation instead.',
  pending_approval: 'This user registered and is waiting for approval.',
  suspended: 'This account is suspended.',
  rejected: 'This user’s registration was rejected.',
} as const satisfies Record<UserStatus, string>

/** Says to an administrator that an address is taken. An owner's invitation looks no account up (0102). */
export const existingAccountText = (status: UserStatus): string => existing[status]

export type ResendDetails = { status: UserStatus; emailIsPlaceholder: boolean }

export function decideResend(details: ResendDetails): Verdict<'STATE' | 'NO_ADDRESS'> {
  if (details.status !== 'pending') return { ok: false, reason: 'STATE' }
  if (details.emailIsPlaceholder) return { ok: false, reason: 'NO_ADDRESS' }
  return { ok: true }
}

export type TransferDetails = {
  merchantStatus: string
  applicationStatus: string | null
  isOwnerAlready: boolean
  newOwner: { status: string; role: string | null } | null
}

/** A merchant in setup belongs to its application. The new owner must be an active owner. */
export function decideTransfer(details: TransferDetails): Verdict<ReasonIn<typeof transferRefusals>> {
  const { merchantStatus, applicationStatus, isOwnerAlready, newOwner } = details
  if (merchantStatus === 'archived') return { ok: false, reason: 'ARCHIVED' }
  if (merchantStatus === 'pending' && applicationStatus === 'pending_setup') return { ok: false, reason: 'IN_SETUP' }
  if (newOwner?.status !== 'active' || newOwner.role !== 'merchant_owner') return { ok: false, reason: 'NOT_AN_OWNER' }
  return isOwnerAlready ? { ok: false, reason: 'OWNER_ALREADY' } : { ok: true }
}

export type UserGroup = { role: string; status: string; count: number; newCount: number }

/** Spec §3 "User stats" from counts per role and status. */
export function userStatsOf(groups: readonly UserGroup[]) {
  const sum = (matches: (group: UserGroup) => boolean) =>
    groups.filter(matches).reduce((total, group) => total + group.count, 0)
  const usersByRole: Record<string, number> = {}
  for (const group of groups) {
    const role = shownRole(group)
    if (role !== '') usersByRole[role] = (usersByRole[role] ?? 0) + group.count
  }
  const inTab = (tab: UserTab) => sum((group) => userTab(group) === tab)
  return {
    totalUsers: sum(() => true),
    activeUsers: sum((group) => group.status === 'active'),
    merchantAccounts: sum((group) => isMerchantRole(group.role)),
    suspendedUsers: sum((group) => group.status === 'suspended'),
    newUsersThisMonth: groups.reduce((total, group) => total + group.newCount, 0),
    usersByRole,
    tabs: {
      team: inTab('team'),
      pending: inTab('pending'),
      customers: inTab('customers'),
      blocked: inTab('blocked'),
    } satisfies Record<UserTab, number>,
  }
}
