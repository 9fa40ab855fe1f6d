import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { linkLimits, type AffiliateLink, type CreateLinkInput } from '../contract'
import { insertLinkRow } from '../testing/link-factory'
import { createLink, setLinkArchived, updateLink } from './change-links'
import { checkLink, getLink, listLinks } from './read-links'
import { followLink } from './record-click'
import { affiliateFormerSlugs } from './tables'

const rounds = Number(process.env['LONG_ROUNDS'] ?? 3)
const taken = { code: 'CONFLICT', reason: 'SLUG_TAKEN', detail: { field: 'slug' } }
let services: TestServices
let admin: TestContext
let owner: TestContext
let merchantId: string
let made = 0

beforeAll(async () => {
  services = await createTestServices()
  merchantId = (await insertMerchant(services, { name: 'Half Moon' })).id
  admin = contextAs(services, await asAdmin(services))
  owner = contextAs(services, await asOwner(services, [merchantId]))
})

const draft = (slug: string): CreateLinkInput => ({
  name: 'Table tent',
  slug,
  code: `FORMER${++made}`,
  destination: 'home',
  sourceTag: '',
  startsAt: null,
  endsAt: null,
  merchantId: null,
})
const create = (slug: string) => createLink(admin, draft(slug))
const move = ({ id: linkId, version, name }: AffiliateLink, slug: string) =>
  updateLink(admin, { linkId, version, name, slug, destination: 'home', sourceTag: '', startsAt: null, endsAt: null })
const formerSlugs = async (linkId: string) =>
  (await services.db.select().from(affiliateFormerSlugs).where(eq(affiliateFormerSlugs.linkId, linkId))).map(
    ({ slug }) => slug,
  )
const addressOf = (slug: string) => `${services.settings.baseUrl}/r/${slug}`

describe('an address that a link had before', () => {
  it('§0023 goes on leading to it, as every later one does', async () => {
    const link = await create('card-1')
    const second = await move(link, 'card-2')
    services.clock.advance(1)
    const third = await move(second, 'card-3')
    expect(third.formerAddresses).toEqual([addressOf('card-2'), addressOf('card-1')])
    for (const slug of ['card-1', 'CARD-2', 'card-3'])
      expect(await followLink(services, slug)).toBe(`/?via=${link.code}`)
    const { version } = await setLinkArchived(admin, { linkId: link.id, version: 3, archived: true })
    expect(await followLink(services, 'card-1')).toBe('/')
    await setLinkArchived(admin, { linkId: link.id, version, archived: false })
    expect(await followLink(services, 'card-1')).toBe(`/?via=${link.code}`)
  })

  it('leads to the page of an ended link, without its code', async () => {
    const row = await insertLinkRow(services, { endsAt: services.clock.now() })
    const { id: linkId } = row
    await services.db
      .insert(affiliateFormerSlugs)
      .values({ slug: 'ended-card', linkId, changedAt: services.clock.now() })
    expect(await followLink(services, 'ended-card')).toBe('/')
  })

  it('§0023 is no one else’s to take, new or changed, and is said to be taken', async () => {
    const link = await move(await create('mine-1'), 'mine-2')
    await expect(create('mine-1')).rejects.toMatchObject(taken)
    await expect(createLink(owner, { ...draft('MINE-1'), slug: 'mine-1', merchantId })).rejects.toMatchObject(taken)
    const other = await create('other-1')
    await expect(move(other, 'mine-1')).rejects.toMatchObject(taken)
    expect(await getLink(admin, { linkId: other.id })).toMatchObject({ slug: 'other-1', formerAddresses: [] })
    expect(await checkLink(owner, { slug: 'mine-1' })).toMatchObject({ slugFree: false })
    expect(await checkLink(owner, { slug: 'mine-1', linkId: other.id })).toMatchObject({ slugFree: false })
    expect(await checkLink(owner, { slug: 'mine-1', linkId: link.id })).toMatchObject({ slugFree: true })
  })

  it('is the link’s own to take back, and the one in between is kept', async () => {
    const link = await move(await create('back-1'), 'back-2')
    expect(await move(link, 'back-1')).toMatchObject({ slug: 'back-1', formerAddresses: [addressOf('back-2')] })
    expect(await formerSlugs(link.id)).toEqual(['back-2'])
    await expect(create('back-2')).rejects.toMatchObject(taken)
  })

  it('is not kept by a change that changes something else, nor by one that is refused', async () => {
    const link = await create('still-1')
    const named = await updateLink(admin, {
      linkId: link.id,
      version: 1,
      name: 'Other',
      slug: 'still-1',
      destination: 'home',
      sourceTag: 'x',
      startsAt: null,
      endsAt: null,
    })
    await expect(move({ ...named, version: 1 }, 'still-2')).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await formerSlugs(link.id)).toEqual([])
  })

  it('is found when the whole of it is searched for', async () => {
    const link = await move(await create('printed-2025'), 'renewed')
    const found = async (q: string) => (await listLinks(admin, { limit: 20, q })).rows.map(({ id }) => id)
    expect(await found(' Printed-2025 ')).toEqual([link.id])
    expect(await found('printed-20')).toEqual([])
  })

  it('§0023 can be had by one link so many times only', async () => {
    let link = await create('hoard-0')
    for (let number = 1; number <= linkLimits.formerSlugs; number++) link = await move(link, `hoard-${number}`)
    await expect(move(link, 'hoard-more')).rejects.toMatchObject({ reason: 'SLUG_LIMIT', detail: { field: 'slug' } })
    expect(await formerSlugs(link.id)).toHaveLength(linkLimits.formerSlugs)
    expect(await move(link, 'hoard-3')).toMatchObject({ slug: 'hoard-3' })
  })

  it('goes with the link, when its merchant is deleted', async () => {
    const { id } = await insertMerchant(services)
    const link = await createLink(admin, { ...draft('gone-1'), merchantId: id })
    await move(link, 'gone-2')
    await services.db.delete(merchants).where(eq(merchants.id, id))
    expect(await formerSlugs(link.id)).toEqual([])
    expect(await create('gone-1')).toMatchObject({ slug: 'gone-1' })
  })
})

describe('two at once', () => {
  const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status === 'fulfilled')

  it('§0023 leave an address with anyone who leaves it, though someone takes it that moment', async () => {
    for (let round = 0; round < rounds; round++) {
      const [slug, next] = [`left-${round}`, `left-${round}-next`]
      const link = await create(slug)
      const other = await create(`left-${round}-other`)
      const outcomes = await Promise.allSettled([create(slug), move(link, next), move(other, slug), create(slug)])
      expect(fulfilled(outcomes)).toEqual([false, true, false, false])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'SLUG_TAKEN' })
      expect(await followLink(services, slug)).toBe(`/?via=${link.code}`)
    }
  })

  it('§0023 give an address that is taken back to the link that had it', async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = `again-${round}`
      const link = await move(await create(slug), `again-${round}-next`)
      const other = await create(`again-${round}-other`)
      const outcomes = await Promise.allSettled([create(slug), move(link, slug), move(other, slug), create(slug)])
      expect(fulfilled(outcomes)).toEqual([false, true, false, false])
      expect(await getLink(admin, { linkId: link.id })).toMatchObject({ slug })
    }
  })

  it('give one that no one had to one of them, and refuse who swaps with another', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, two] = [await create(`swap-${round}-a`), await create(`swap-${round}-b`)]
      const swapped = await Promise.allSettled([move(one, two.slug), move(two, one.slug)])
      expect(fulfilled(swapped)).toEqual([false, false])
      const free = `swap-${round}-free`
      const outcomes = await Promise.allSettled([move(one, free), move(two, free), create(free)])
      expect(fulfilled(outcomes).filter(Boolean)).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'SLUG_TAKEN' })
    }
  })
})
