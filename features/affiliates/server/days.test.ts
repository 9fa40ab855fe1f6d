import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertLiveForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import { merchantSignups } from '@quaff/features/signup/tables'
import { insertSignup } from '@quaff/features/signup/testing/signup-factory'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { linkDaysInput } from '../contract'
import { insertLinkRow } from '../testing/link-factory'
import { getLink, readLinkDays } from './read-links'
import { recordClick } from './record-click'
import { affiliateDays } from './tables'

let services: TestServices
let admin: TestContext

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: 'Asia/Kathmandu' } })
  admin = contextAs(services, await asAdmin(services))
})

describe('the days of a link', () => {
  it('are all of the last thirty, today among them, with a zero where no one came', async () => {
    const link = await insertLinkRow(services)
    await services.db.insert(affiliateDays).values([
      { linkId: link.id, day: '2026-02-08', clicks: 50 },
      { linkId: link.id, day: '2026-02-09', clicks: 3 },
      { linkId: link.id, day: '2026-03-10', clicks: 4 },
    ])
    const { days, window, timeZone, measuredAt } = await readLinkDays(admin, { linkId: link.id, days: 30 })
    expect(timeZone).toBe('Asia/Kathmandu')
    expect([days.length, days[0], days[1], days.at(-1)]).toEqual([
      30,
      { day: '2026-02-09', clicks: 3, signups: null },
      { day: '2026-02-10', clicks: 0, signups: null },
      { day: '2026-03-10', clicks: 4, signups: null },
    ])
    expect(window).toEqual({ from: new Date('2026-02-08T18:15:00Z'), to: measuredAt })
    expect((await readLinkDays(admin, { linkId: link.id, days: 91 })).days).toHaveLength(91)
  })

  it('hold the signups that the figures count, on the platform’s calendar', async () => {
    const link = await insertLinkRow(services, { code: 'DAYS1' })
    const { id: formId } = await insertLiveForm(services)
    // Midnight in Kathmandu is 18:15 UTC.
    const before = new Date('2026-03-08T18:14:59Z')
    const after = new Date('2026-03-08T18:15:00Z')
    const sent = { formId, affiliateCode: 'DAYS1', status: 'submitted', provedAt: before } as const
    await insertSubmission(services, { ...sent, submittedAt: before, provedAt: null, status: 'approved' })
    await insertSubmission(services, { ...sent, submittedAt: after })
    await insertSubmission(services, { ...sent, submittedAt: after, provedAt: null })
    const { id } = await insertSignup(services)
    const applied = { affiliateCode: 'DAYS1', createdAt: after }
    await services.db.update(merchantSignups).set(applied).where(eq(merchantSignups.id, id))
    const { days } = await readLinkDays(admin, { linkId: link.id, days: 30 })
    const signups = days.filter((one) => one.signups !== 0).map(({ day, signups: count }) => [day, count])
    expect(signups).toEqual([
      ['2026-03-08', 1],
      ['2026-03-09', 2],
    ])
    expect((await getLink(admin, { linkId: link.id })).signups).toBe(3)
  })

  it('put a click on the day that it was there, to the minute of midnight', async () => {
    const link = await insertLinkRow(services, { code: 'MIDNIGHT1' })
    const click = (network: string) =>
      recordClick(contextAs(services, undefined, { network, userAgent: 'Mozilla/5.0 (iPhone)' }), { code: 'MIDNIGHT1' })
    const midnight = new Date('2026-03-10T18:15:00Z').getTime()
    services.clock.advance(midnight - 1 - services.clock.now().getTime())
    await click('m1')
    services.clock.advance(1)
    await click('m2')
    await click('m3')
    const { days } = await readLinkDays(admin, { linkId: link.id, days: 30 })
    expect(days.slice(-2).map(({ day, clicks }) => [day, clicks])).toEqual([
      ['2026-03-10', 1],
      ['2026-03-11', 2],
    ])
  })

  it('are for anyone who may see the link', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const { id: linkId } = await insertLinkRow(services, { merchantId })
    const input = { linkId, days: 30 } as const
    expect((await readLinkDays(contextAs(services, await asViewer(services, [merchantId])), input)).days).toHaveLength(
      30,
    )
    const stranger = contextAs(services, await asOwner(services, ['mer_other']))
    await expect(readLinkDays(stranger, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(readLinkDays(admin, { ...input, linkId: 'lnk_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([0, 31, 90, 3_650, -1])('are not asked for as %s days', (days) => {
    expect(linkDaysInput.safeParse({ linkId: 'lnk_1', days }).success).toBe(false)
  })
})
