import { createRouterClient } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { addUserActivity } from '@quaff/features/activity/server'
import { createSessionsRouter, resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import { liveEvents } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildSpool, importDocuments } from '../../testing/import-run-factory'
import { undoRun } from './undo-run'

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const business = {
  'merchants/cafe': { name: 'Cafe', status: 'active', ...dated },
  'users/owner': { displayName: 'Owner', role: 'merchant_owner', merchantIds: ['cafe'], ...dated },
  'users/other': { displayName: 'Other', role: 'merchant_owner', merchantIds: ['cafe'], ...dated },
  'admins/owner': { role: 'merchant_owner', ...dated },
  'admins/other': { role: 'merchant_owner', ...dated },
}

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
})

/** The session of somebody who came over and has signed in. */
async function signIn(userId: string): Promise<string> {
  const now = services.clock.now()
  const id = `ses_${userId}`
  await services.db.update(users).set({ status: 'active' }).where(eq(users.id, userId))
  await services.db
    .insert(sessions)
    .values({
      id,
      tokenHash: services.secrets.hash(id),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
      lastSeenAt: now,
      authenticatedAt: now,
    })
  return id
}

const undo = (runId: string) => undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
const kindOf = async (token: string) => (await resolveActor(services, token)).kind
const toldOf = async () =>
  (await services.db.select().from(liveEvents).where(eq(liveEvents.topic, 'session'))).map(({ subjectId }) => subjectId)

async function listen(token: string) {
  const actor = await resolveActor(services, token)
  if (actor.kind !== 'user') throw new Error('Nobody is signed in')
  const router = createSessionsRouter(addUserActivity)
  const stream = await createRouterClient(router, { context: contextAs(services, actor) }).live()
  expect((await stream.next()).value).toMatchObject({ kind: 'hello' })
  const ended = (async () => {
    for await (const message of stream) void message
    return 'ended'
  })()
  return () => Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve('late'), 2_000))])
}

it('§G15 whoever goes with an import is out at once, what they have open included', async () => {
  const { runId } = await importDocuments(services, business)
  const token = await signIn('owner')
  const end = await listen(token)
  await undo(runId)
  expect(await end()).toBe('ended')
  expect(await kindOf(token)).toBe('anonymous')
})

it('§G15 whoever stays and loses a merchant signs in anew, and nobody else is told', async () => {
  const { runId } = await importDocuments(services, business)
  await services.db
    .update(users)
    .set({ version: sql`version + 1` })
    .where(eq(users.id, 'owner'))
  const token = await signIn('owner')
  const end = await listen(token)
  await undo(runId)
  expect(await services.db.$count(users, eq(users.id, 'owner'))).toBe(1)
  expect(await end()).toBe('ended')
  expect(await kindOf(token)).toBe('anonymous')
  expect(new Set(await toldOf())).toEqual(new Set(['owner']))
})

it('§G15 a role that an import gave ends with its sessions, and those of others go on', async () => {
  const { 'admins/owner': record, ...rest } = business
  await importDocuments(services, rest)
  const given = await importDocuments(services, { 'admins/owner': record })
  const tokens = [await signIn('owner'), await signIn('other')]
  const end = await listen('ses_owner')
  await undo(given.runId)
  expect(await end()).toBe('ended')
  expect(await Promise.all(tokens.map(kindOf))).toEqual(['anonymous', 'user'])
  expect(await toldOf()).toEqual(['owner'])
})
