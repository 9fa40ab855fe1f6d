import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { affiliateDays, affiliateFormerSlugs, affiliateLinks } from '@quaff/features/affiliates/tables'
import { insertLinkRow } from '@quaff/features/affiliates/testing/link-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from './build-server'
import { invitationsOf, mountShortLinks } from './short-links'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
const open = (path: string, method = 'GET') =>
  buildServer(services, { mount: (app) => mountShortLinks(app, services) }).request(path, { method })

describe('a short address', () => {
  it('§G37 redirects to its page, is never kept by a cache, and counts nothing', async () => {
    await insertLinkRow(services, { slug: 'tent-9', code: 'TENT9' })
    for (const method of ['GET', 'HEAD']) {
      const answer = await open('/r/tent-9', method)
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('/?via=TENT9')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await services.db.$count(affiliateDays)).toBe(0)
  })

  it.each(['/r/tent-9/', '/r/tent-9//', '/r/TENT-9', '/r/%20tent-9%20', '/r/tent-9%20'])(
    'is found as people type it from paper: %s',
    async (path) => {
      await services.db.delete(affiliateLinks)
      await insertLinkRow(services, { slug: 'tent-9', code: 'TENT9' })
      const answer = await open(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?via=TENT9'])
    },
  )

  it.each([
    ['/r/tent-9?utm_source=poster&x=1', '/?via=TENT9&utm_source=poster&x=1'],
    ['/r/TENT-9/?utm_source=a', '/?via=TENT9&utm_source=a'],
    ['/r/tent-9?via=OTHER&Code=OTHER&utm_campaign=Caf%C3%A9', '/?via=TENT9&utm_campaign=Caf%C3%A9'],
    ['/r/tent-9?x=%0d%0aSet-Cookie:%20a=b', '/?via=TENT9&x=%0D%0ASet-Cookie%3A+a%3Db'],
    [`/r/tent-9?x=${'y'.repeat(1_000)}`, '/?via=TENT9'],
    ['/r/unknown?utm_source=a', '/affiliate?utm_source=a'],
  ])('passes on the campaign, which cannot replace the code: %s', async (path, location) => {
    await services.db.delete(affiliateLinks)
    await insertLinkRow(services, { slug: 'tent-9', code: 'TENT9' })
    for (const method of ['GET', 'HEAD']) {
      const answer = await open(path, method)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  it('§0023 leads on from an address that the link had before', async () => {
    const { id: linkId } = await insertLinkRow(services, { slug: 'tent-2027', code: 'TENTS1' })
    const changedAt = services.clock.now()
    await services.db.insert(affiliateFormerSlugs).values({ slug: 'tent-2026', linkId, changedAt })
    for (const path of ['/r/tent-2027', '/r/tent-2026', '/r/TENT-2026/'])
      expect((await open(path)).headers.get('location')).toBe('/?via=TENTS1')
    await services.db.update(affiliateLinks).set({ status: 'archived' }).where(eq(affiliateLinks.id, linkId))
    expect((await open('/r/tent-2026')).headers.get('location')).toBe('/')
  })

  it.each([
    '/r',
    '/r/',
    '/r/tent-9/more',
    '/r/%0d%0aSet-Cookie:%20a=b',
    '/r/unknown',
    '/r/%2e%2e%2fadmin',
    '/r/%E0%A4%A',
    '/r/https:%2f%2fevil.test',
    '/r/%2f%2fevil.test',
    `/r/${'x'.repeat(2_000)}`,
  ])('that no one made leads to the neutral page: %s', async (path) => {
    const answer = await open(path)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/affiliate')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('the invitation of a code', () => {
  it('is in the name of the merchant, or else of the link', async () => {
    const { id: merchantId } = await insertMerchant(services, { name: 'Half Moon' })
    await insertLinkRow(services, { code: 'MOON1', merchantId, destination: 'merchant' })
    await insertLinkRow(services, { code: 'NEWS1', name: 'Newsletter' })
    const find = invitationsOf(services)
    expect(await find('moon1')).toEqual({ code: 'MOON1', inviter: 'Half Moon' })
    expect(await find('NEWS1')).toEqual({ code: 'NEWS1', inviter: 'Newsletter' })
  })

  it('is no one’s where the code is unknown or archived', async () => {
    await insertLinkRow(services, { code: 'OLD12', status: 'archived' })
    const find = invitationsOf(services)
    for (const code of ['OLD12', 'UNKNOWN', '', '<b>', 'x'.repeat(500)]) expect(await find(code)).toBeNull()
  })
})
