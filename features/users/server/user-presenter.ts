import type { InvitationTimeline } from '../invitations/contract'
import type { UserRecord, UserRow } from '../contract'
import { readUserStatus } from '../rules'
import type { AccessFacts } from './access/access-store'
import type { AssignedMerchant, ListedUser, StoredUser } from './user-store'

/** What a page of people needs beside their rows. */
export type ShownWith = {
  assigned: readonly AssignedMerchant[]
  facts: readonly AccessFacts[]
  /** Null when there are several, or none. */
  lastAdministratorId: string | null
}

export function presentUserRow(user: ListedUser, { assigned, facts, lastAdministratorId }: ShownWith): UserRow {
  const merchants = assigned
    .filter((merchant) => merchant.userId === user.id)
    .map(({ id, name }) => ({ id, name: name || 'Unknown Merchant' }))
  const known = facts.find((one) => one.id === user.id)
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
    version: known?.version ?? 1,
    isLastAdministrator: user.id === lastAdministratorId,
    ownsMerchant: known?.ownsMerchant ?? false,
    worksElsewhere: (known?.merchantCount ?? 0) > merchants.length,
    hasApplication: known?.hasApplication ?? false,
  }
}

export type RecordShownWith = ShownWith & {
  ownedMerchants: UserRecord['ownedMerchants']
  timeline: InvitationTimeline | null
}

export function presentUserRecord(user: StoredUser, shown: RecordShownWith): UserRecord {
  return {
    ...presentUserRow(user, shown),
    phoneNumber: user.phoneNumber,
    emailVerified: user.emailVerified,
    statusUpdatedAt: user.statusUpdatedAt,
    updatedAt: user.updatedAt,
    ownedMerchants: shown.ownedMerchants,
    timeline: shown.timeline,
    invitation: user.invitation,
  }
}
