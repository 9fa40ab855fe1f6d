import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listUsersInput } from '../contract'
import { insertUser } from '../testing/user-factory'
import { getUser, listSelectedUsers, listUsers } from './read-users'
import { updateUserRole } from './update-user-role'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it('§3 §9 a record that says no more than who it is belongs to an active customer', async () => {
  const now = services.clock.now()
  const stored = { id: 'usr_imported', email: 'ida@people.test', createdAt: now, updatedAt: now }
  await services.db.insert(users).values({ ...stored, metadata: { source: 'import' } })
  const record = await getUser(contextAs(services, await asAdmin(services)), { userId: stored.id })
  expect(record).toMatchObject({
    id: stored.id,
    email: stored.email,
    displayName: null,
    photoURL: null,
    role: 'customer',
    status: 'active',
    merchants: [],
    subscriptionCount: 0,
    createdAt: now,
    lastActive: null,
    phoneNumber: null,
  })
  expect(JSON.stringify(record)).not.toContain('import"')
})

it('§6 a person outside the own merchants is answered word for word as a missing one', async () => {
  const foreign = await insertUser(services, { role: 'merchant_viewer', merchantIds: ['mer_b'] })
  for (const actor of [await asOwner(services, ['mer_a']), await asViewer(services, ['mer_a'])]) {
    const refusals = await Promise.all(
      [foreign.id, 'usr_missing'].map((userId) =>
        getUser(contextAs(services, actor), { userId }).catch((error: unknown) => error),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
    expect(refusals[0]).toEqual(refusals[1])
  }
})

it('§G11 a viewer sees the name, address, role and status of a colleague, and no more', async () => {
  const merchant = await insertMerchant(services)
  const colleague = await insertUser(services, {
    role: 'merchant_owner',
    merchantIds: [merchant.id, 'mer_elsewhere'],
    phoneNumber: '+14155550100',
    lastActiveAt: services.clock.now(),
  })
  const viewer = contextAs(services, await asViewer(services, [merchant.id]))
  const { rows } = await listUsers(viewer, listUsersInput.parse({}))
  const [selected] = await listSelectedUsers(viewer, { ids: [colleague.id] })
  const record = await getUser(viewer, { userId: colleague.id })
  const { email, displayName } = colleague
  const hidden = { isLastAdministrator: false, ownsMerchant: false, worksElsewhere: false, hasApplication: false }
  expect(selected).toMatchObject({ email, displayName, role: 'merchant_owner', status: 'active', ...hidden })
  const untold = { photoURL: null, createdAt: null, lastActive: null, subscriptionCount: null, ...hidden }
  expect(rows.find(({ id }) => id === colleague.id)).toMatchObject({ email, displayName, ...untold })
  expect(record).toMatchObject({ ...untold, phoneNumber: null, emailVerified: null, invitation: null })
  expect(record).toMatchObject({ statusUpdatedAt: null, updatedAt: null, ownedMerchants: [], timeline: null })
  const owner = contextAs(services, await asOwner(services, [merchant.id]))
  const known = { phoneNumber: '+14155550100', worksElsewhere: true }
  expect(await getUser(owner, { userId: colleague.id })).toMatchObject(known)
})

it('§5 of someone whose role is named by an imported document alone says so, until it is given', async () => {
  const admin = contextAs(services, await asAdmin(services))
  const merchant = await insertMerchant(services)
  const { id: userId } = await insertUser(services, { role: 'merchant_owner', status: 'active' })
  await services.db.delete(adminRecords).where(eq(adminRecords.userId, userId))
  await services.db.update(users).set({ claims: {} }).where(eq(users.id, userId))
  const before = await getUser(admin, { userId })
  expect(before).toMatchObject({ role: 'merchant_owner', roleIsNotGiven: true, merchants: [] })
  const { version } = before
  await updateUserRole(admin, { userId, version, role: 'merchant_owner', merchantIds: [merchant.id] })
  expect(await getUser(admin, { userId })).toMatchObject({ role: 'merchant_owner', roleIsNotGiven: false })
  const guest = await insertUser(services, { role: 'customer' })
  expect(await getUser(admin, { userId: guest.id })).toMatchObject({ roleIsNotGiven: false })
})
