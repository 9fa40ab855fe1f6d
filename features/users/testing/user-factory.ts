import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import type { Services } from '@quaff/platform/server'

export type NewUser = typeof users.$inferInsert
export type UserDetails = Partial<NewUser> & {
  merchantIds?: readonly string[]
  /** Role in `admin_records`; as after our own verbs it is the user's role, `null` leaves the record out. */
  adminRecordRole?: string | null
}

/** An active customer, overrides by argument. */
function buildUser(services: Services, details: Partial<NewUser> = {}): NewUser {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('usr')
  return {
    id,
    email: `${id.replace('_', '.')}@people.test`.toLowerCase(),
    displayName: `Person ${id}`,
    role: 'customer',
    status: 'active',
    createdAt: now,
    updatedAt: now,
    ...details,
  }
}

export async function insertUser(services: Services, details: UserDetails = {}): Promise<NewUser> {
  const { merchantIds = [], adminRecordRole, ...columns } = details
  const user = buildUser(services, columns)
  await services.db.insert(users).values(user)
  if (merchantIds.length > 0) {
    await services.db
      .insert(userMerchants)
      .values(merchantIds.map((merchantId, position) => ({ userId: user.id, merchantId, position })))
  }
  const recorded = adminRecordRole === undefined && user.role !== 'customer' ? user.role : adminRecordRole
  if (recorded)
    await services.db.insert(adminRecords).values({ userId: user.id, role: recorded, updatedAt: user.updatedAt })
  return user
}

export async function insertUsers(services: Services, details: readonly Partial<NewUser>[]): Promise<NewUser[]> {
  const rows = details.map((one) => buildUser(services, one))
  if (rows.length > 0) await services.db.insert(users).values(rows)
  return rows
}
