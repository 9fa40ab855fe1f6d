import { sql } from 'drizzle-orm'
import { beforeEach, beforeAll, expect, it } from 'vitest'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { reviewQueueInput } from '../contract'
import { insertMerchant, insertMerchants } from '../testing/merchant-factory'
import { listReviewQueue as read } from './read-review-queue'
import { requestChanges } from './request-changes'
import { merchantApplications, merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  admin = contextAs(services, await asAdmin(services))
})

const listReviewQueue = async (actor: TestContext, limit = 200) => (await read(actor, { limit })).items
const daysAgo = (days: number) => new Date(services.clock.now().getTime() - days * 86_400_000)
const waiting = { status: 'pending_review', needsReview: true, isLive: false }

async function insertApplication(merchantId: string, details: Partial<typeof merchantApplications.$inferInsert>) {
  const at = services.clock.now()
  await services.db
    .insert(merchantApplications)
    .values({ id: services.ids.newId('app'), merchantId, createdAt: at, updatedAt: at, ...details })
}

it('shows who waits for review and no one else, the longest waiting first, with the reasons', async () => {
  await insertMerchants(services, [
    { id: 'mer_long', ...waiting, statusChangedAt: daysAgo(8.5) },
    { id: 'mer_new', ...waiting, statusChangedAt: daysAgo(0) },
    { id: 'mer_wish', ...waiting, statusChangedAt: daysAgo(0) },
    { id: 'mer_live', needsReview: true, statusChangedAt: daysAgo(400) },
    { id: 'mer_fine' },
    { id: 'mer_setup', status: 'pending', isLive: false },
  ])
  await insertApplication('mer_wish', { settings: { isLive: true }, submittedAt: daysAgo(0) })
  await insertApplication('mer_live', { settings: { isLive: true }, submittedAt: daysAgo(1) })
  const queue = await listReviewQueue(admin)
  expect(queue.map(({ id, reasons }) => [id, reasons])).toEqual([
    ['mer_long', ['incomplete', 'waiting']],
    ['mer_live', ['live_now', 'incomplete', 'waiting']],
    ['mer_new', ['incomplete']],
    ['mer_wish', ['incomplete', 'hopes_to_be_live']],
  ])
  expect(queue[0]).toMatchObject({
    daysWaiting: 8,
    waitingSince: daysAgo(8.5),
    completeness: 67,
    status: 'pending_review',
  })
  expect(queue[1]).toMatchObject({ daysWaiting: 1, waitingSince: daysAgo(1) })
})

it('knows who made changes since the last request', async () => {
  const { id } = await insertMerchant(services, waiting)
  await requestChanges(admin, { merchantId: id, version: 1, items: ['address'], note: '' })
  expect(await listReviewQueue(admin)).toEqual([])
  await services.db.update(merchants).set({ ...waiting, changeRequest: null })
  expect(await listReviewQueue(admin)).toMatchObject([{ id, reasons: expect.arrayContaining(['changes_made']) }])
})

it('does not take an open request for changes made', async () => {
  const { id } = await insertMerchant(services, { needsReview: true })
  await requestChanges(admin, { merchantId: id, version: 1, items: ['address'], note: '' })
  const [item] = await listReviewQueue(admin)
  expect(item).toMatchObject({ id, reasons: ['live_now', 'incomplete'] })
})

it('shows a merchant once, whatever applications name it', async () => {
  const { id } = await insertMerchant(services, waiting)
  await insertApplication(id, { settings: { isLive: false }, submittedAt: daysAgo(9) })
  await insertApplication(id, { settings: { isLive: true }, submittedAt: daysAgo(1) })
  await insertApplication(id, { settings: { isLive: 'yes' } })
  expect(await listReviewQueue(admin)).toMatchObject([{ id, reasons: expect.arrayContaining(['hopes_to_be_live']) }])
})

it('is at most 200 long, of those who have waited longest, and counts all', async () => {
  await insertMerchants(
    services,
    Array.from({ length: 205 }, (_, index) => ({
      id: `mer_${String(index).padStart(3, '0')}`,
      ...waiting,
      statusChangedAt: daysAgo(index / 100),
    })),
  )
  const ids = (await listReviewQueue(admin)).map((item) => item.id)
  expect(ids).toHaveLength(200)
  for (const newest of ['mer_000', 'mer_004']) expect(ids).not.toContain(newest)
  const first = await read(admin, reviewQueueInput.parse({}))
  expect(first.items.map((item) => item.id)).toEqual(ids.slice(0, 50))
  expect(first.total).toBe(205)
})

it('is for administrators', async () => {
  const { id } = await insertMerchant(services, waiting)
  await expect(listReviewQueue(contextAs(services, await asOwner(services, [id])))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

it('reads the index of merchants in review', async () => {
  const query = sql`select id from merchants
    where (status = 'pending_review' or needs_review) and true order by status_changed_at, id limit 200`
  expect(await planOf(services.db, query, { without: ['seqscan'] })).toContain('merchants_in_review')
})
