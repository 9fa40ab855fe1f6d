import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { possibleUserActions } from '../access-rules'
import { listUsersInput } from '../contract'
import { insertUser } from '../testing/user-factory'
import { getUser, listUsers } from './read-users'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

const rowsFor = async (actor: UserActor, input: object = {}) =>
  (await listUsers(contextAs(services, actor), listUsersInput.parse({ limit: 100, ...input }))).rows
const rowFor = async (actor: UserActor, id: string) => (await rowsFor(actor)).find((row) => row.id === id)

describe('a row of the list says what can be done to the person', () => {
  it('names the last active administrator, and no one once there are two', async () => {
    const admin = await asAdmin(services)
    await asAdmin(services, { status: 'suspended' })
    expect(await rowFor(admin, admin.userId)).toMatchObject({ isLastAdministrator: true })
    const imported = await insertUser(services, { role: 'merchant_owner', claims: { admin: true } })
    expect((await rowsFor(admin)).filter((row) => row.isLastAdministrator)).toEqual([])
    expect((await rowsFor(admin, { role: 'merchant_owner' })).map((row) => [row.id, row.isLastAdministrator])).toEqual([
      [imported.id, false],
    ])
  })

  it('knows owners on record, applicants, and who works for merchants that the asker may not see', async () => {
    const { userId } = await asOwner(services, [], { applicationId: 'app_1' })
    const { id: mine } = await insertMerchant(services, { name: 'Mine', ownerId: userId })
    const { id: foreign } = await insertMerchant(services, { name: 'Foreign', ownerId: userId })
    const shared = await insertUser(services, { role: 'merchant_viewer', merchantIds: [mine, foreign] })
    const own = await insertUser(services, { role: 'merchant_viewer', merchantIds: [mine] })
    const [admin, owner] = [await asAdmin(services), await asOwner(services, [mine])]
    expect(await rowFor(admin, userId)).toMatchObject({ ownsMerchant: true, hasApplication: true, version: 1 })
    expect(await rowFor(admin, own.id)).toMatchObject({ ownsMerchant: false, hasApplication: false })
    expect(await rowFor(admin, shared.id)).toMatchObject({ worksElsewhere: false })
    expect(await rowFor(owner, shared.id)).toMatchObject({ worksElsewhere: true, merchants: [{ id: mine }] })
    expect(await rowFor(owner, own.id)).toMatchObject({ worksElsewhere: false })
    const record = await getUser(contextAs(services, admin), { userId })
    expect(record.ownedMerchants).toEqual([
      { id: foreign, name: 'Foreign' },
      { id: mine, name: 'Mine' },
    ])
  })

  it('tells a merchant role of own merchants only who owns what', async () => {
    const bystander = await asViewer(services, ['mer_a'])
    const { id } = await insertUser(services, { role: 'merchant_owner', merchantIds: ['mer_a', 'mer_b'] })
    await insertMerchant(services, { id: 'mer_b', name: 'Foreign', ownerId: id })
    expect(await rowFor(bystander, id)).toMatchObject({ ownsMerchant: false })
    expect(await getUser(contextAs(services, bystander), { userId: id })).toMatchObject({ ownedMerchants: [] })
  })

  it('has all that the console needs to ask the verbs’ own rule', async () => {
    const admin = await asAdmin(services)
    const self = await rowFor(admin, admin.userId)
    const verdicts = self && possibleUserActions(admin, self)
    expect(verdicts).toMatchObject({ suspend: { reason: 'SELF' }, sendPasswordReset: { ok: true } })
  })
})
