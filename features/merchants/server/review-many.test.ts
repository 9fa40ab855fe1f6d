import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { locations } from '@quaff/features/locations/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { batchInput, merchantBatchLimit } from '../contract'
import { insertMerchant, insertMerchants } from '../testing/merchant-factory'
import { findLastAnswer } from './read-review-queue'
import { approveMany, markOneReviewed, markReviewed } from './review-many'
import { merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const waiting = { status: 'pending_review', needsReview: true, isLive: false }
const stateOf = async (id: string) =>
  (await services.db.select().from(merchants).where(eq(merchants.id, id)))[0] ?? null
const insertId = async (details: object) => (await insertMerchant(services, details)).id!

describe('approving several', () => {
  it('answers a result per merchant in the order asked; a refusal undoes nothing of the others', async () => {
    const first = await insertId({ ...waiting, name: 'First' })
    const done = await insertId({ name: 'Done already' })
    const last = await insertId({ ...waiting, name: 'Last' })
    const results = await approveMany(admin, {
      merchantIds: [first, done, 'mer_missing', last],
      notes: 'Batch',
      despiteMissing: true,
    })
    expect(results).toEqual([
      { merchantId: first, name: 'First', ok: true, error: null, missing: ['locations', 'plans'] },
      { merchantId: done, name: 'Done already', ok: false, error: expect.stringContaining('isn’t waiting for review') },
      {
        merchantId: 'mer_missing',
        name: 'Unknown Merchant',
        ok: false,
        error: expect.stringMatching(/not found|doesn’t exist/),
      },
      { merchantId: last, name: 'Last', ok: true, error: null, missing: ['locations', 'plans'] },
    ])
    for (const id of [first, last]) expect(await stateOf(id)).toMatchObject({ status: 'active', needsReview: false })
  })

  it('takes a merchant that is named twice once', async () => {
    const id = await insertId(waiting)
    expect(await approveMany(admin, { merchantIds: [id, id, id], notes: '', despiteMissing: true })).toMatchObject([
      { merchantId: id, ok: true },
    ])
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.targetId, id))).toBe(1)
  })

  it('of two administrators at the same time approves each merchant once', async () => {
    const rows = await insertMerchants(
      services,
      Array.from({ length: 5 }, () => waiting),
    )
    const merchantIds = rows.map((row) => row.id!)
    const answers = await Promise.all([
      approveMany(admin, { merchantIds, notes: '', despiteMissing: true }),
      approveMany(admin, { merchantIds: merchantIds.toReversed(), notes: '', despiteMissing: true }),
    ])
    for (const id of merchantIds)
      expect(answers.flat().filter((result) => result.merchantId === id && result.ok)).toHaveLength(1)
    expect(await services.db.$count(adminAuditLogs, inArray(adminAuditLogs.targetId, merchantIds))).toBe(5)
  })

  it('leaves out who lacks required steps, and names them, unless told to approve all the same', async () => {
    const lacking = await insertId({ ...waiting, name: 'Lacking', bankVerifiedAt: null })
    const ready = await insertId({ ...waiting, name: 'Ready', taxId: null, businessType: null })
    const at = { merchantId: ready, createdAt: services.clock.now(), updatedAt: services.clock.now() }
    await services.db.insert(locations).values({ id: services.ids.newId('loc'), name: 'Here', ...at })
    await services.db.insert(subscriptionPlans).values({ id: services.ids.newId('pln'), name: 'Daily', ...at })
    const merchantIds = [lacking, ready]
    expect(await approveMany(admin, { merchantIds, notes: '', despiteMissing: false })).toEqual([
      {
        merchantId: lacking,
        name: 'Lacking',
        ok: false,
        error: '3 steps are missing: At least one location, a plan with an active price, and bank details.',
      },
      { merchantId: ready, name: 'Ready', ok: true, error: null },
    ])
    expect(await stateOf(lacking)).toMatchObject({ status: 'pending_review' })
    expect(await approveMany(admin, { merchantIds: [lacking], notes: '', despiteMissing: true })).toEqual([
      { merchantId: lacking, name: 'Lacking', ok: true, error: null, missing: ['locations', 'plans', 'bank'] },
    ])
    const [audited] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, lacking))
    expect(audited?.after).toMatchObject({ missing: expect.stringContaining('bank details') })
  })

  it('is at most 50 at a time', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `mer_${index}`)
    expect(batchInput.safeParse({ merchantIds: ids(merchantBatchLimit) }).success).toBe(true)
    for (const merchantIds of [ids(merchantBatchLimit + 1), [], ['mer_1', 5], 'mer_1', ['a/b']])
      expect(batchInput.safeParse({ merchantIds }).success).toBe(false)
  })
})

describe('marking several as reviewed', () => {
  it('clears needsReview of what is approved, and points to approval for what waits for it', async () => {
    const flagged = await insertId({ needsReview: true })
    const pending = await insertId(waiting)
    const fine = await insertId({})
    const results = await markReviewed(admin, { merchantIds: [flagged, pending, fine] })
    expect(results.map(({ ok, error }) => error ?? ok)).toEqual([
      true,
      'This merchant is waiting for approval. Approve it, request changes or reject it.',
      'This merchant is already reviewed.',
    ])
    expect(await stateOf(flagged)).toMatchObject({ status: 'active', isLive: true, needsReview: false })
    expect(await stateOf(pending)).toMatchObject(waiting)
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, flagged))
    expect(audits).toMatchObject([
      { action: 'mark_reviewed', before: { needsReview: true }, after: { needsReview: false } },
    ])
  })
})

it('the last answer names who gave it, and is for reviewers', async () => {
  const id = await insertId(waiting)
  expect(await findLastAnswer(admin, { merchantId: id })).toBeNull()
  await approveMany(admin, { merchantIds: [id], notes: '', despiteMissing: true })
  const answer = { by: expect.stringMatching(/./), at: services.clock.now() }
  expect(await findLastAnswer(admin, { merchantId: id })).toEqual(answer)
  const owner = contextAs(services, await asOwner(services, [id]))
  await expect(findLastAnswer(owner, { merchantId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

describe('owners and viewers', () => {
  it('review nothing, in any order of their own and foreign merchants', async () => {
    const own = await insertId(waiting)
    const foreign = await insertId(waiting)
    for (const actor of [await asOwner(services, [own]), await asViewer(services, [own])]) {
      const ctx = contextAs(services, actor)
      for (const merchantIds of [[own], [foreign], [own, foreign], [foreign, own], [own, own, foreign]]) {
        await expect(approveMany(ctx, { merchantIds, notes: '', despiteMissing: true })).rejects.toMatchObject({
          code: 'FORBIDDEN',
        })
        await expect(markReviewed(ctx, { merchantIds })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      }
    }
    for (const id of [own, foreign]) expect(await stateOf(id)).toMatchObject(waiting)
  })
})

it('every single mark asks by itself who makes it', async () => {
  const id = await insertId({ needsReview: true })
  const owner = contextAs(services, await asOwner(services, [id]))
  await expect(markOneReviewed(owner, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
