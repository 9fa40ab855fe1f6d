import { mayEnterConsole } from '@quaff/features/accounts/rules'
import type { UserRecord, UserRow } from '../contract'
import type { InvitationTimeline } from '../invitations/contract'
import { readUserStatus } from '../rules'
import type { ListedUser, UserRecordRow } from './user-store'

/** `lastAdministratorId` is null when there are several, or none. */
export function presentUserRow(user: ListedUser, lastAdministratorId: string | null): UserRow {
  const merchants = user.merchants.map(({ id, name }) => ({ id, name: name || 'Unknown Merchant' }))
  return {
    id: user.id,
    email: user.email,
    emailIsPlaceholder: user.emailIsPlaceholder,
    displayName: user.displayName,
    photoURL: user.photoUrl,
    role: user.role,
    status: readUserStatus(user.status),
    merchants,
    createdAt: user.createdAt,
    lastActive: user.lastActiveAt,
    subscriptionCount: user.subscriptionCount,
    version: user.version,
    erasedAt: user.erasedAt,
    isLastAdministrator: user.id === lastAdministratorId,
    ownsMerchant: user.ownsMerchant,
    worksElsewhere: user.merchantCount > merchants.length,
    hasApplication: user.hasApplication,
  }
}

export type RecordShownWith = {
  lastAdministratorId: string | null
  ownedMerchants: UserRecord['ownedMerchants']
  showsSignInWays: boolean
  timeline: InvitationTimeline | null
}

export function presentUserRecord(user: UserRecordRow, shown: RecordShownWith): UserRecord {
  return {
    ...presentUserRow(user, shown.lastAdministratorId),
    phoneNumber: user.phoneNumber,
    emailVerified: user.emailVerified,
    roleIsNotGiven: user.status === 'active' && mayEnterConsole(user.role) && user.effectiveRole === null,
    hasSecondFactor: shown.showsSignInWays ? user.hasSecondFactor : null,
    passkeys: shown.showsSignInWays ? user.passkeys : null,
    hasSingleSignOn: shown.showsSignInWays ? user.hasSingleSignOn : null,
    statusUpdatedAt: user.statusUpdatedAt,
    updatedAt: user.updatedAt,
    ownedMerchants: shown.ownedMerchants,
    timeline: shown.timeline,
    invitation: user.invitation,
  }
}
