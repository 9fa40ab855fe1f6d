import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { rateLimits, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { clickLimits } from '../contract'
import { insertLinkRow } from '../testing/link-factory'
import { findInvitation, followLink, pruneClicks, recordClick } from './record-click'
import { affiliateClicks, affiliateDays } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const visitor = (network: string, userAgent = phone, actor?: UserActor) =>
  contextAs(services, actor, { network, userAgent })
async function clicksOf(linkId: string): Promise<number> {
  const days = await services.db.select().from(affiliateDays).where(eq(affiliateDays.linkId, linkId))
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}

describe('a short address', () => {
  it('§G2 leads to the page of the link, and writes nothing', async () => {
    const link = await insertLinkRow(services, { slug: 'tent-1', code: 'TENT1', destination: 'partner_signup' })
    expect(await followLink(services, 'tent-1')).toBe('/partners/signup?via=TENT1')
    expect(await followLink(services, 'TENT-1')).toBe('/partners/signup?via=TENT1')
    expect(await clicksOf(link.id)).toBe(0)
  })

  it('leads to its page without an invitation when it is archived, scheduled or ended', async () => {
    const now = services.clock.now()
    const states = [{ status: 'archived' as const }, { startsAt: new Date(now.getTime() + 1) }, { endsAt: now }]
    const paths = { partner_signup: '/partners/signup', home: '/', merchant: '/affiliate' } as const
    for (const state of states)
      for (const [destination, path] of Object.entries(paths)) {
        const { slug } = await insertLinkRow(services, { ...state, destination: destination as keyof typeof paths })
        expect(await followLink(services, slug)).toBe(path)
      }
  })

  it('leads to the neutral page when it is unknown or nonsense', async () => {
    const slugs = ['unknown', '', '../admin', 'a'.repeat(500), '%00', 'ä', "' or 1=1 --"]
    for (const slug of slugs) expect(await followLink(services, slug)).toBe('/affiliate')
  })
})

describe('an invitation', () => {
  it('names the affiliate of a code, and nothing of an inactive one', async () => {
    const { id: merchantId } = await insertMerchant(services, { name: 'Half Moon' })
    await insertLinkRow(services, { code: 'MOON1', merchantId, destination: 'merchant' })
    await insertLinkRow(services, { code: 'PLAIN1', name: 'Friends of Quaff' })
    await insertLinkRow(services, { code: 'OLD111', status: 'archived' })
    expect(await findInvitation(services, 'moon1')).toEqual({
      code: 'MOON1',
      from: 'Half Moon',
      merchantName: 'Half Moon',
    })
    expect(await findInvitation(services, 'PLAIN1')).toMatchObject({ from: 'Friends of Quaff', merchantName: null })
    for (const code of ['OLD111', 'UNKNOWN', '', '<script>']) expect(await findInvitation(services, code)).toBeNull()
  })
})

describe('a click', () => {
  it('§G37 counts once per visitor and half hour, however often it is posted', async () => {
    const link = await insertLinkRow(services, { code: 'COUNT1' })
    await Promise.allSettled(Array.from({ length: 50 }, () => recordClick(visitor('n1'), { code: 'count1' })))
    expect(await clicksOf(link.id)).toBe(1)
    await recordClick(visitor('n2'), { code: 'COUNT1' })
    await recordClick(visitor('n2', 'Mozilla/5.0 (Windows NT 10.0)'), { code: 'COUNT1' })
    expect(await clicksOf(link.id)).toBe(3)
    services.clock.advance(clickLimits.windowMs)
    await recordClick(visitor('n1'), { code: 'COUNT1' })
    expect(await clicksOf(link.id)).toBe(4)
  })

  it('§G37 §0023 does not count for programs, for its owner, nor for a link that is not active; the answer is the same', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const owner = await asOwner(services, [merchantId])
    const link = await insertLinkRow(services, { code: 'OWN111', merchantId })
    const made = await insertLinkRow(services, { code: 'MADE11', createdBy: owner.userId })
    const archived = await insertLinkRow(services, { code: 'ARCH11', status: 'archived' })
    const attempts = [
      recordClick(visitor('p1', 'Googlebot/2.1'), { code: 'OWN111' }),
      recordClick(visitor('p2', phone, owner), { code: 'OWN111' }),
      recordClick(visitor('p3', phone, owner), { code: 'MADE11' }),
      recordClick(visitor('p4'), { code: 'ARCH11' }),
      recordClick(visitor('p5'), { code: 'UNKNOWN' }),
      recordClick(visitor('p6'), { code: '<script>alert(1)</script>' }),
    ]
    for (const attempt of attempts) expect(await attempt).toEqual({ success: true })
    expect([await clicksOf(link.id), await clicksOf(made.id), await clicksOf(archived.id)]).toEqual([0, 0, 0])
    const platform = await insertLinkRow(services, { code: 'PLAT11' })
    await recordClick(visitor('p8', phone, await asAdmin(services)), { code: 'PLAT11' })
    expect(await clicksOf(platform.id)).toBe(0)
    const elsewhere = await asOwner(services, ['mer_other'])
    await recordClick(visitor('p9', phone, elsewhere), { code: 'PLAT11' })
    expect(await clicksOf(platform.id)).toBe(1)
    await recordClick(visitor('p7', phone, elsewhere), { code: 'OWN111' })
    expect(await clicksOf(link.id)).toBe(1)
  })

  it('is refused to a network that posts more than a person can', async () => {
    const ctx = visitor('flood')
    const outcomes = await Promise.allSettled(
      Array.from({ length: rateLimits.clickPerNetwork.count + 5 }, () => recordClick(ctx, { code: 'UNKNOWN' })),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  })

  it('leaves no visitor behind: a keyed hash for a day, then nothing', async () => {
    const link = await insertLinkRow(services, { code: 'PRUNE1' })
    await recordClick(visitor('203.0.113.7'), { code: 'PRUNE1' })
    expect(JSON.stringify(await services.db.select().from(affiliateClicks))).not.toContain('203.0.113.7')
    services.clock.advance(clickLimits.keptMs + clickLimits.windowMs)
    await pruneClicks(services)
    expect(await services.db.$count(affiliateClicks, eq(affiliateClicks.linkId, link.id))).toBe(0)
    expect(await clicksOf(link.id)).toBe(1)
  })
})
