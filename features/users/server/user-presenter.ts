import type { UserRecord, UserRow } from '../contract'
import { readUserStatus } from '../rules'
import type { AssignedMerchant, ListedUser, StoredUser } from './user-store'

export function presentUserRow(user: ListedUser, assigned: readonly AssignedMerchant[]): UserRow {
  return {
    id: user.id,
    email: user.email,
    emailIsPlaceholder: user.emailIsPlaceholder,
    displayName: user.displayName,
    photoURL: user.photoUrl,
    role: user.role,
    status: readUserStatus(user.status),
    merchants: assigned
      .filter((merchant) => merchant.userId === user.id)
      .map(({ id, name }) => ({ id, name: name || 'Unknown Merchant' })),
    createdAt: user.createdAt,
    lastActive: user.lastActiveAt,
    subscriptionCount: user.subscriptionCount,
  }
}

export function presentUserRecord(user: StoredUser, assigned: readonly AssignedMerchant[]): UserRecord {
  return {
    ...presentUserRow(user, assigned),
    phoneNumber: user.phoneNumber,
    emailVerified: user.emailVerified,
    statusUpdatedAt: user.statusUpdatedAt,
    updatedAt: user.updatedAt,
    invitation: user.invitation,
  }
}
