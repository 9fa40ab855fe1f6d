import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { forgetMerchantKind, merchantsRouter } from '@quaff/features/merchants/server'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { resolveActor } from '@quaff/features/sessions/server'
import { pick } from '@quaff/platform/server'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { jobs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertUser } from '../testing/user-factory'
import { forgetMerchantHandler } from './remove-from-merchant'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it('no one keeps a deleted merchant in the list of their merchants, and anyone who had it signs in again', async () => {
  const { id } = await insertMerchant(services, { name: 'Gone' })
  const kept = await insertMerchant(services)
  const member = await asOwner(services, [id, kept.id])
  const other = await asOwner(services, [kept.id])
  const invited = await insertUser(services, { role: 'merchant_viewer', status: 'pending', merchantIds: [id] })
  await services.db
    .insert(pendingInvitations)
    .values({
      userId: invited.id,
      role: 'merchant_viewer',
      merchantIds: [id, kept.id],
      createdAt: services.clock.now(),
    })
  const client = createRouterClient(merchantsRouter, { context: contextAs(services, await asAdmin(services)) })
  await client.delete({ merchantId: id, version: 1, confirmName: 'Gone' })
  const runner = new JobRunner(services, { handlers: { [forgetMerchantKind]: forgetMerchantHandler } })
  await runner.runDue()
  expect(await services.db.$count(jobs, eq(jobs.kind, forgetMerchantKind))).toBe(0)
  expect(await services.db.$count(userMerchants, eq(userMerchants.merchantId, id))).toBe(0)
  expect(await services.db.$count(userMerchants, eq(userMerchants.merchantId, kept.id))).toBe(2)
  const people = await services.db.select(pick(users, 'id', 'version')).from(users)
  const versions = new Map(people.map(({ id, version }) => [id, version]))
  expect([member.userId, invited.id, other.userId].map((userId) => versions.get(userId))).toEqual([2, 2, 1])
  expect((await resolveActor(services, member.sessionId)).kind).toBe('anonymous')
  expect((await resolveActor(services, other.sessionId)).kind).toBe('user')
  expect(await services.db.select().from(pendingInvitations)).toMatchObject([{ merchantIds: [kept.id] }])
})
