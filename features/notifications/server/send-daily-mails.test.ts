import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import type { UserActor } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { sendDailyMails } from './send-daily-mails'
import { notificationPreferences } from './tables'

const hourMs = 3_600_000
let shared: TestServices
let services: TestServices
beforeAll(async () => {
  shared = await createTestServices()
})
beforeEach(async () => {
  await shared.database.truncate()
  services = inZone('UTC')
  services.clock.set('2026-03-10T08:00:00.000Z')
})

const inZone = (timeZone: string): TestServices => ({ ...shared, settings: { ...shared.settings, timeZone } })

async function reader(details: Parameters<typeof asAdmin>[1] = {}, dailyMail = true): Promise<UserActor> {
  const admin = await asAdmin(services, details)
  const row = { userId: admin.userId, dailyMail, updatedAt: services.clock.now() }
  await services.db.insert(notificationPreferences).values(row)
  return admin
}
const inReview = () =>
  insertMerchant(services, { status: 'pending_review', statusChangedAt: new Date('2026-03-08T09:00:00Z') })
const mails = () => services.db.select().from(outboxMails)
const countMails = async () => (await mails()).length

/** Runs the job every quarter of an hour for `days` days; returns the times at which an email was queued. */
async function runThrough(start: string, days: number): Promise<string[]> {
  const sent: string[] = []
  let before = await countMails()
  services.clock.set(start)
  for (let quarter = 0; quarter < days * 96; quarter += 1) {
    await sendDailyMails(services)
    const after = await countMails()
    if (after > before) sent.push(services.clock.now().toISOString().slice(0, 16))
    before = after
    services.clock.advance(hourMs / 4)
  }
  return sent
}

describe('the daily mail', () => {
  it('says what waits, with links, and how to switch it off', async () => {
    const ada = await reader()
    await inReview()
    const due = services.clock.now()
    const job = { payload: {}, runAt: due, createdAt: due, attempts: 9, lastError: 'ECONNREFUSED' }
    await services.db.insert(jobs).values({ ...job, id: 'recurring_prune', kind: 'prune' })
    await sendDailyMails(services)
    const [mail] = await mailsTo(services, ada.email)
    expect(mail).toMatchObject({ template: 'daily_summary', subject: '2 things need your attention on March 10' })
    const { baseUrl } = services.settings
    expect(mail?.text).toContain('Tuesday, March 10, 2026 (UTC)')
    expect(mail?.text).toMatch(/Urgent: A background job fails[\s\S]*1 merchant waits for review/)
    expect(mail?.text).toContain('Oldest: March 8, 2026.')
    for (const href of ['/merchants?desk=true', '/settings?tab=health', '/dashboard', '/settings?tab=notifications'])
      expect(mail?.text).toContain(`${baseUrl}${href}`)
    expect(mail?.html).toContain(`href="${baseUrl}/merchants?desk=true"`)
  })

  it('names no merchant: a mailbox is read by more than its owner', async () => {
    const ada = await reader()
    await insertMerchant(services, { status: 'pending_review', name: '<b>Tide & Bean</b>' })
    await sendDailyMails(services)
    expect((await mailsTo(services, ada.email))[0]?.html).not.toContain('Tide')
  })

  it('is not written when nothing waits, and comes later in the morning when something does', async () => {
    await reader()
    await sendDailyMails(services)
    expect(await countMails()).toBe(0)
    services.clock.set('2026-03-10T11:59:00Z')
    await inReview()
    await sendDailyMails(services)
    expect(await countMails()).toBe(1)
  })

  it('goes to those who want it only', async () => {
    await inReview()
    await asAdmin(services)
    await reader({}, false)
    await sendDailyMails(services)
    expect(await countMails()).toBe(0)
  })

  it('goes to active administrators with an address only, by the rule of the session gate', async () => {
    await inReview()
    const [demoted, erased, madeUp, byClaim, byOldClaim] = [
      await reader(),
      await reader(),
      await reader(),
      await reader({ adminRecord: false }),
      await reader(),
    ]
    await reader({ status: 'suspended' })
    await services.db
      .update(adminRecords)
      .set({ role: 'merchant_owner' })
      .where(eq(adminRecords.userId, demoted.userId))
    const change = (actor: UserActor, set: Partial<typeof users.$inferInsert>) =>
      services.db.update(users).set(set).where(eq(users.id, actor.userId))
    await change(erased, { erasedAt: services.clock.now() })
    await change(madeUp, { emailIsPlaceholder: true })
    await change(byClaim, { claims: { isQuaffAdmin: true } })
    await change(byOldClaim, { claims: { role: 'merchant_viewer' } })
    await sendDailyMails(services)
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual([byClaim.email])
  })

  it('does not go to someone who was suspended a moment before it is written', async () => {
    await inReview()
    const ada = await reader()
    const { db } = services
    const transaction: typeof db.transaction = async (work) => {
      await db.update(users).set({ status: 'suspended' }).where(eq(users.id, ada.userId))
      return db.transaction(work)
    }
    await sendDailyMails({ ...services, db: Object.assign(Object.create(db), { transaction }) })
    expect(await countMails()).toBe(0)
  })

  it('is written once, whatever number of servers try at the same moment', async () => {
    await inReview()
    const [ada, bob] = [await reader(), await reader()]
    await Promise.all([1, 2, 3, 4].map(() => sendDailyMails(services)))
    await sendDailyMails(services)
    for (const { email } of [ada, bob]) expect(await mailsTo(services, email)).toHaveLength(1)
  })

  it('is neither lost nor doubled when the server dies while it is written', async () => {
    await inReview()
    const ada = await reader()
    const newId = () => {
      throw new Error('killed')
    }
    const dying = { ...services, ids: { newId } }
    await expect(sendDailyMails(dying)).rejects.toThrow('killed')
    const [row] = await services.db.select().from(notificationPreferences)
    expect([row?.lastDailyMailAt, await countMails()]).toEqual([null, 0])
    await sendDailyMails(services)
    await sendDailyMails(services)
    expect(await mailsTo(services, ada.email)).toHaveLength(1)
  })

  it('asks for the second factor of anyone who the platform demands it of', async () => {
    const ada = await reader()
    const on = { key: 'requireSecondFactor', value: true, updatedAt: services.clock.now() }
    await services.db.insert(platformSettings).values(on)
    await sendDailyMails(services)
    const [mail] = await mailsTo(services, ada.email)
    expect(mail?.subject).toBe('1 thing needs your attention on March 10')
    expect(mail?.text).toContain('Urgent: Set up your authenticator app')
  })
})

describe('through the days on which the clocks change, the daily mail goes once a morning', () => {
  it.each([
    ['America/New_York', '2026-03-07T00:00:00Z', ['2026-03-07T12:00', '2026-03-08T11:00', '2026-03-09T11:00']],
    ['America/New_York', '2026-10-31T00:00:00Z', ['2026-10-31T11:00', '2026-11-01T12:00', '2026-11-02T12:00']],
    ['Africa/Cairo', '2026-04-23T00:00:00Z', ['2026-04-23T05:00', '2026-04-24T04:00', '2026-04-25T04:00']],
    ['Australia/Lord_Howe', '2026-10-02T12:00:00Z', ['2026-10-02T20:30', '2026-10-03T20:00', '2026-10-04T20:00']],
  ])('in %s', async (timeZone, start, expected) => {
    services = inZone(timeZone)
    services.clock.set('2026-03-01T00:00:00Z')
    await inReview()
    await reader()
    expect(await runThrough(start, 3)).toEqual(expected)
  })
})
