import type { InvitationTimeline } from '../invitations/contract'
import type { UserRecord, UserRow } from '../contract'
import { readUserStatus } from '../rules'
import type { AccessFacts } from './access/access-store'
import type { AssignedMerchant, ListedUser, StoredUser } from './user-store'

/** What a page of people needs beside their rows. */
export type ShownWith = {
  /** By the person's id. */
  assigned: ReadonlyMap<string, readonly AssignedMerchant[]>
  facts: ReadonlyMap<string, AccessFacts>
  /** Null when there are several, or none. */
  lastAdministratorId: string | null
}

export function presentUserRow(user: ListedUser, { assigned, facts, lastAdministratorId }: ShownWith): UserRow {
  const merchants = (assigned.get(user.id) ?? []).map(({ id, name }) => ({ id, name: name || 'Unknown Merchant' }))
  const known = facts.get(user.id)
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
    erasedAt: user.erasedAt,
    isLastAdministrator: user.id === lastAdministratorId,
    ownsMerchant: known?.ownsMerchant ?? false,
    worksElsewhere: (known?.merchantCount ?? 0) > merchants.length,
    hasApplication: known?.hasApplication ?? false,
  }
}

export type RecordShownWith = ShownWith & {
  ownedMerchants: UserRecord['ownedMerchants']
  showsSecondFactor: boolean
  timeline: InvitationTimeline | null
}

export function presentUserRecord(user: StoredUser, shown: RecordShownWith): UserRecord {
  return {
    ...presentUserRow(user, shown),
    phoneNumber: user.phoneNumber,
    emailVerified: user.emailVerified,
    hasSecondFactor: shown.showsSecondFactor ? user.hasSecondFactor : null,
    statusUpdatedAt: user.statusUpdatedAt,
    updatedAt: user.updatedAt,
    ownedMerchants: shown.ownedMerchants,
    timeline: shown.timeline,
    invitation: user.invitation,
  }
}
