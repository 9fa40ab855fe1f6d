import { sql } from 'drizzle-orm'
import { anonymous, type Services, type UserActor } from '@quaff/platform/server'
import { adminRole } from '@quaff/platform/shared/product'

export { anonymous }

export type ActorDetails = Partial<Omit<UserActor, 'kind' | 'merchantIds'>> & {
  /** Plain password of the account; without it the account has none. */
  password?: string
  /** The role goes into `admin_records` as well, as after our own verbs. */
  adminRecord?: boolean
  emailVerified?: boolean
}

export const asAdmin = (services: Services, details: ActorDetails = {}) =>
  asUser(services, { role: adminRole, ...details }, [])
export const asOwner = (services: Services, merchantIds: readonly string[], details: ActorDetails = {}) =>
  asUser(services, { role: 'merchant_owner', ...details }, merchantIds)
export const asViewer = (services: Services, merchantIds: readonly string[], details: ActorDetails = {}) =>
  asUser(services, { role: 'merchant_viewer', ...details }, merchantIds)
/** A role that the platform does not know: gets the frame and a "No access" panel. */
export const asCustomRole = (services: Services, details: ActorDetails = {}) =>
  asUser(services, { role: 'barista', ...details }, [])
/** The server never signs them in; for testing what would happen if it did. */
export const asCustomer = (services: Services, details: ActorDetails = {}) =>
  asUser(services, { role: 'customer', adminRecord: false, ...details }, [])

/**
 * Writes the rows of a signed-in user (user, merchants, admin record, session) and returns the actor that the
 * session gate would read from them. Plain SQL, because the platform may not know the features' tables.
 */
export async function asUser(
  services: Services,
  details: ActorDetails,
  merchantIds: readonly string[],
): Promise<UserActor> {
  const now = services.clock.now()
  const userId = details.userId ?? services.ids.newId('usr')
  const { password, adminRecord = true, emailVerified = true, ...known } = details
  const actor: UserActor = {
    kind: 'user',
    sessionId: services.ids.newId('ses'),
    userId,
    email: `${userId.replace('_', '.')}@example.test`.toLowerCase(),
    displayName: 'Test Person',
    photoUrl: null,
    role: 'merchant_owner',
    status: 'active',
    merchantIds,
    ownMerchantIds: [],
    applicationId: null,
    phoneNumber: null,
    hasPassword: password !== undefined,
    passwordSetupUntil: null,
    authenticatedAt: now,
    ...known,
  }
  await insertUser(services, actor, {
    now,
    emailVerified,
    passwordHash: password ? await services.passwords.hash(password) : null,
  })
  for (const [position, merchantId] of merchantIds.entries()) {
    await services.db.execute(
      sql`insert into user_merchants (user_id, merchant_id, position) values (${userId}, ${merchantId}, ${position})`,
    )
  }
  if (adminRecord)
    await services.db.execute(
      sql`insert into admin_records (user_id, role, updated_at) values (${userId}, ${actor.role}, ${now})`,
    )
  await insertSession(services, actor, now)
  return actor
}

type UserRow = { now: Date; emailVerified: boolean; passwordHash: string | null }

async function insertUser(
  { db }: Services,
  actor: UserActor,
  { now, emailVerified, passwordHash }: UserRow,
): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, email_verified, display_name, photo_url, role, status, phone_number, application_id, password_hash, created_at, updated_at)
    values (${actor.userId}, ${actor.email}, ${emailVerified}, ${actor.displayName}, ${actor.photoUrl}, ${actor.role}, ${actor.status},
      ${actor.phoneNumber}, ${actor.applicationId}, ${passwordHash}, ${now}, ${now})`)
}

/** The session's token is its id: `Authorization: Bearer <sessionId>` signs this actor in. */
async function insertSession({ db, secrets }: Services, actor: UserActor, now: Date): Promise<void> {
  const expires = new Date(now.getTime() + 24 * 60 * 60 * 1000)
  await db.execute(sql`
    insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at, password_setup_until)
    values (${actor.sessionId}, ${secrets.hash(actor.sessionId)}, ${actor.userId}, ${now}, ${expires}, ${now},
      ${actor.authenticatedAt}, ${actor.passwordSetupUntil})`)
}
