import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { liveEvents } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildSpool, importDocuments } from '../../testing/import-run-factory'
import { listenImported, signInImported } from '../../testing/signed-in-factory'
import { undoRun } from '../runs/undo-run'

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

const undo = (runId: string) => undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
const kindOf = async (token: string) => (await resolveActor(services, token)).kind
const placesOf = async (token: string) => {
  const actor = await resolveActor(services, token)
  return actor.kind === 'user' ? [actor.merchantIds, actor.ownMerchantIds] : null
}
const notifiedUsers = async () =>
  (await services.db.select().from(liveEvents).where(eq(liveEvents.topic, 'session'))).map(({ subjectId }) => subjectId)

it('§G15 a person who is removed by an undo loses all sessions and open pages', async () => {
  const { runId } = await importDocuments(services, business)
  const token = await signInImported(services, 'owner')
  const end = await listenImported(services, token)
  await undo(runId)
  expect(await end()).toBe('ended')
  expect(await kindOf(token)).toBe('anonymous')
})

it('§G15 a person who stays but loses a merchant must sign in again, and no one else is notified', async () => {
  const { runId } = await importDocuments(services, business)
  await services.db
    .update(users)
    .set({ version: sql`version + 1` })
    .where(eq(users.id, 'owner'))
  const token = await signInImported(services, 'owner')
  const end = await listenImported(services, token)
  await undo(runId)
  expect(await services.db.$count(users, eq(users.id, 'owner'))).toBe(1)
  expect(await end()).toBe('ended')
  expect(await kindOf(token)).toBe('anonymous')
  expect(new Set(await notifiedUsers())).toEqual(new Set(['owner']))
})

it('§G15 a role from an import ends with its sessions, and other sessions continue', async () => {
  const { 'admins/owner': record, ...rest } = business
  await importDocuments(services, rest)
  const given = await importDocuments(services, { 'admins/owner': record })
  const tokens = [await signInImported(services, 'owner'), await signInImported(services, 'other')]
  const end = await listenImported(services, 'ses_owner')
  await undo(given.runId)
  expect(await end()).toBe('ended')
  expect(await Promise.all(tokens.map(kindOf))).toEqual(['anonymous', 'user'])
  expect(await notifiedUsers()).toEqual(['owner'])
})

it('§G15 an administrator loses nothing with a merchant as employee or owner', async () => {
  const cafe = { merchantIds: ['cafe'], ...dated }
  const { runId } = await importDocuments(
    services,
    {
      'merchants/cafe': { ...business['merchants/cafe'], ownerId: 'owns' },
      'users/works': { displayName: 'Works', ...cafe },
      'users/owns': { displayName: 'Owns', ...dated },
      'users/owner': { displayName: 'Owner', ...cafe },
      'admins/works': { role: 'quaff_admin', ...dated },
      'admins/owns': { role: 'quaff_admin', ...dated },
      'admins/owner': { role: 'merchant_owner', ...dated },
    },
    { grantsAdmins: true },
  )
  // Edited rows stay: people and their administrator's records.
  for (const table of [users, adminRecords]) await services.db.update(table).set({ version: sql`version + 1` })
  const tokens = [
    await signInImported(services, 'works'),
    await signInImported(services, 'owns'),
    await signInImported(services, 'owner'),
  ]
  expect(await Promise.all(tokens.map(placesOf))).toEqual([
    [['cafe'], []],
    [[], ['cafe']],
    [['cafe'], []],
  ])
  await undo(runId)
  expect(await services.db.$count(merchants)).toBe(0)
  expect(await Promise.all(tokens.map(placesOf))).toEqual([[[], []], [[], []], null])
  expect(new Set(await notifiedUsers())).toEqual(new Set(['owner']))
})

it('§G15 a person whom an import made administrator is signed out by its undo', async () => {
  await importDocuments(services, { 'users/new': { displayName: 'New', ...dated } })
  const given = await importDocuments(
    services,
    { 'admins/new': { role: 'quaff_admin', ...dated } },
    { grantsAdmins: true },
  )
  const token = await signInImported(services, 'new')
  await undo(given.runId)
  expect(await kindOf(token)).toBe('anonymous')
  expect(await notifiedUsers()).toEqual(['new'])
})
