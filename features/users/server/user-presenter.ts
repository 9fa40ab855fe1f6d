import { mayEnterConsole } from '@quaff/features/accounts/rules'
import { publishLive, type Transaction } from '@quaff/platform/server'
import type { UserRecord, UserRow } from '../contract'
import type { InvitationTimeline } from '../invitations-contract'
import { readUserStatus, shownRole } from '../rules'
import type { ListedUser, UserRecordRow } from './user-store'

/** `lastAdministratorId` is null when there are several, or none. */
type RowShownWith = { lastAdministratorId: string | null; isViewer: boolean }

/** Fields that viewers do not see (G11). Flags of actions are false, because viewers have none. */
const hiddenInRow = {
  photoURL: null,
  createdAt: null,
  lastActive: null,
  subscriptionCount: null,
  isLastAdministrator: false,
  ownsMerchant: false,
  worksElsewhere: false,
  hasApplication: false,
  roleIsNotGiven: false,
} satisfies Partial<UserRow>
const hiddenInRecord = {
  phoneNumber: null,
  emailVerified: null,
  statusUpdatedAt: null,
  updatedAt: null,
  ownedMerchants: [],
  timeline: null,
  invitation: null,
} satisfies Partial<UserRecord>

export function presentUserRow(user: ListedUser, { lastAdministratorId, isViewer }: RowShownWith): UserRow {
  const merchants = user.merchants.map(({ id, name }) => ({ id, name: name || 'Unknown Merchant' }))
  return {
    id: user.id,
    email: user.email,
    emailIsPlaceholder: user.emailIsPlaceholder,
    displayName: user.displayName,
    photoURL: user.photoUrl,
    role: shownRole(user),
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
    roleIsNotGiven: user.status === 'active' && mayEnterConsole(user.role) && user.effectiveRole === null,
    ...(isViewer && hiddenInRow),
  }
}

type RecordShownWith = RowShownWith & {
  ownedMerchants: UserRecord['ownedMerchants']
  showsSignInWays: boolean
  timeline: InvitationTimeline | null
}

export function presentUserRecord(user: UserRecordRow, shown: RecordShownWith): UserRecord {
  return {
    ...presentUserRow(user, shown),
    phoneNumber: user.phoneNumber,
    emailVerified: user.emailVerified,
    hasSecondFactor: shown.showsSignInWays ? user.hasSecondFactor : null,
    passkeys: shown.showsSignInWays ? user.passkeys : null,
    hasSingleSignOn: shown.showsSignInWays ? user.hasSingleSignOn : null,
    statusUpdatedAt: user.statusUpdatedAt,
    updatedAt: user.updatedAt,
    ownedMerchants: shown.ownedMerchants,
    timeline: shown.timeline,
    invitation: user.invitation,
    ...(shown.isViewer && hiddenInRecord),
  }
}

/** Notifies administrators, the person, and the staff of each merchant where the person works. */
export async function publishUser(tx: Transaction, userId: string, merchantIds: readonly string[] = []) {
  const event = { topic: 'user', subjectId: userId } as const
  await publishLive(tx, event, ...merchantIds.map((merchantId) => ({ ...event, merchantId })))
}
