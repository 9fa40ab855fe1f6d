import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { insertLiveForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import { merchantSignups } from '@quaff/features/signup/tables'
import { insertSignup } from '@quaff/features/signup/testing/signup-factory'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { linkLimits, type CreateLinkInput } from '../contract'
import { insertLinkRow } from '../testing/link-factory'
import { createLink, setLinkArchived, updateLink } from './change-links'
import { checkLink, getLink, getLinkTotals, listLinks } from './read-links'
import { affiliateDays, affiliateLinks } from './tables'

let services: TestServices
let admin: TestContext
let owner: TestContext
let viewer: TestContext
let own: string
let foreign: string
let made = 0

beforeAll(async () => {
  services = await createTestServices()
  own = (await insertMerchant(services, { name: 'Half Moon' })).id
  foreign = (await insertMerchant(services)).id
  admin = contextAs(services, await asAdmin(services))
  owner = contextAs(services, await asOwner(services, [own]))
  viewer = contextAs(services, await asViewer(services, [own]))
})

const draft = (change: Partial<CreateLinkInput> = {}): CreateLinkInput => ({
  name: 'Table tent',
  slug: `table-${++made}`,
  code: `TABLE${made}`,
  destination: 'home',
  sourceTag: 'tables',
  startsAt: null,
  endsAt: null,
  merchantId: own,
  ...change,
})
const forbidden = { code: 'FORBIDDEN' }
const notFound = { code: 'NOT_FOUND' }

describe('making a link', () => {
  it('§G37 gives an address, a code and figures that no one knows yet', async () => {
    const link = await createLink(owner, draft({ slug: 'counter', code: 'COUNTER' }))
    expect(link).toMatchObject({
      address: `${services.settings.baseUrl}/r/counter`,
      code: 'COUNTER',
      merchantName: 'Half Moon',
      state: 'active',
      clicks: 0,
      signups: null,
      subscriptions: null,
      firstDrinks: null,
      version: 1,
    })
    const audits = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.targetId, link.id))
      .orderBy(adminAuditLogs.sequence)
    expect(audits).toMatchObject([{ action: 'create_affiliate_link', merchantId: own }])
  })

  it('§1 is for administrators and owners: the platform’s own for administrators only', async () => {
    expect(await createLink(admin, draft({ merchantId: null }))).toMatchObject({ merchantId: null, merchantName: null })
    await expect(createLink(owner, draft({ merchantId: null }))).rejects.toMatchObject(forbidden)
    await expect(createLink(owner, draft({ merchantId: foreign }))).rejects.toMatchObject(notFound)
    await expect(createLink(admin, draft({ merchantId: 'mer_gone' }))).rejects.toMatchObject(notFound)
    await expect(createLink(viewer, draft())).rejects.toMatchObject(forbidden)
    await expect(createLink(contextAs(services, await asCustomRole(services)), draft())).rejects.toMatchObject(
      forbidden,
    )
  })

  it('refuses an address and a code that are taken, also of two at once', async () => {
    const link = draft()
    await createLink(owner, link)
    await expect(createLink(admin, draft({ slug: link.slug }))).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'SLUG_TAKEN',
      detail: { field: 'slug' },
    })
    await expect(createLink(admin, draft({ code: link.code }))).rejects.toMatchObject({ reason: 'CODE_TAKEN' })
    expect(await checkLink(owner, { slug: link.slug, code: 'FREE99' })).toEqual({ slugFree: false, codeFree: true })
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => createLink(owner, draft({ slug: 'once-only' }))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses a code that another user takes between the look and the writing', async () => {
    const link = draft()
    const now = services.clock.now()
    const rival = { id: 'lnk_rival', name: 'Rival', slug: 'rival', code: link.code, createdAt: now, updatedAt: now }
    const { db } = services
    const transaction: typeof db.transaction = (work) =>
      db.transaction((tx) => {
        const insert = (table: PgTable) => {
          if (table === affiliateLinks)
            void tx
              .insert(affiliateLinks)
              .values({ ...rival, destination: 'home' })
              .execute()
          return tx.insert(table)
        }
        return work(Object.assign(Object.create(tx), { insert }))
      })
    const late = { ...admin, db: Object.assign(Object.create(db), { transaction }) }
    await expect(createLink(late, link)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'CODE_TAKEN' })
  })

  it('twice with one key makes one', async () => {
    const link = draft({ requestKey: crypto.randomUUID() })
    const [one, other] = [await createLink(owner, link), await createLink(owner, link)]
    expect(one.id).toBe(other.id)
  })

  it('refuses a link to a merchant without one, and an end before the start', async () => {
    await expect(createLink(admin, draft({ merchantId: null, destination: 'merchant' }))).rejects.toMatchObject({
      detail: { field: 'merchantId' },
    })
    const now = services.clock.now()
    await expect(createLink(owner, draft({ startsAt: now, endsAt: now }))).rejects.toMatchObject({
      detail: { field: 'endsAt' },
    })
  })

  it('stops at the limit of a merchant', async () => {
    const { id } = await insertMerchant(services)
    const now = services.clock.now()
    await services.db
      .insert(affiliateLinks)
      .values(
        Array.from({ length: linkLimits.perMerchant }, (_, index) => ({
          id: `lnk_many${index}`,
          name: 'x',
          slug: `many-${index}`,
          code: `MANY${index}`,
          merchantId: id,
          destination: 'home' as const,
          createdAt: now,
          updatedAt: now,
        })),
      )
    await expect(createLink(admin, draft({ merchantId: id }))).rejects.toMatchObject({ reason: 'LINK_LIMIT' })
  })
})

describe('changing a link', () => {
  it('keeps its code, moves its address, and refuses what someone overtook', async () => {
    const { requestKey: _, merchantId: __, code, ...fields } = draft()
    const link = await createLink(owner, { ...fields, code, merchantId: own })
    const changed = await updateLink(owner, { ...fields, linkId: link.id, version: 1, slug: 'moved', name: 'Moved' })
    expect(changed).toMatchObject({ slug: 'moved', name: 'Moved', code, version: 2 })
    await expect(updateLink(owner, { ...fields, linkId: link.id, version: 1 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    const same = await updateLink(owner, { ...fields, linkId: link.id, version: 2, slug: 'moved', name: 'Moved' })
    expect(same.version).toBe(2)
    const other = await createLink(owner, draft())
    await expect(updateLink(owner, { ...fields, linkId: link.id, version: 2, slug: other.slug })).rejects.toMatchObject(
      { reason: 'SLUG_TAKEN' },
    )
  })

  it('archives and restores it; both are audited', async () => {
    const link = await createLink(owner, draft())
    expect(await setLinkArchived(owner, { linkId: link.id, version: 1, archived: true })).toMatchObject({
      state: 'archived',
    })
    expect(await setLinkArchived(owner, { linkId: link.id, version: 2, archived: false })).toMatchObject({
      state: 'active',
    })
    const audits = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.targetId, link.id))
      .orderBy(adminAuditLogs.sequence)
    expect(audits.map(({ action }) => action)).toEqual([
      'create_affiliate_link',
      'archive_affiliate_link',
      'restore_affiliate_link',
    ])
  })

  it('§1 is not for viewers, and foreign or platform links are not found', async () => {
    const mine = await insertLinkRow(services, { merchantId: own })
    const theirs = await insertLinkRow(services, { merchantId: foreign })
    const platform = await insertLinkRow(services)
    await expect(setLinkArchived(viewer, { linkId: mine.id, version: 1, archived: true })).rejects.toMatchObject(
      forbidden,
    )
    for (const { id: linkId } of [theirs, platform]) {
      await expect(setLinkArchived(owner, { linkId, version: 1, archived: true })).rejects.toMatchObject(notFound)
      await expect(getLink(owner, { linkId })).rejects.toMatchObject(notFound)
    }
    expect(await getLink(viewer, { linkId: mine.id })).toMatchObject({ id: mine.id })
  })
})

describe('the list', () => {
  it('§1 holds what one may see, newest first, searched and paged', async () => {
    const everything = await listLinks(admin, { limit: 100 })
    const mine = await listLinks(viewer, { limit: 100 })
    expect(everything.total).toBeGreaterThan(mine.total ?? 0)
    expect(new Set(mine.rows.map(({ merchantId }) => merchantId))).toEqual(new Set([own]))
    const link = await createLink(owner, draft({ name: '50% off_table', slug: 'fifty' }))
    expect((await listLinks(admin, { limit: 20, q: '50% OFF_' })).rows.map(({ id }) => id)).toEqual([link.id])
    const first = await listLinks(owner, { limit: 1 })
    expect(first.rows[0]?.id).toBe(link.id)
    expect((await listLinks(owner, { limit: 1, cursor: first.nextCursor })).rows[0]?.id).not.toBe(link.id)
    await expect(listLinks(owner, { limit: 20, merchantId: foreign })).rejects.toMatchObject(notFound)
  })

  it('§0023 counts clicks, signups, subscriptions and first drinks of the code, each person once', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const link = await createLink(admin, draft({ merchantId, code: 'SUMS' }))
    const started = services.clock.now()
    const [drinker, other] = [await insertUser(services), await insertUser(services)]
    await services.db.insert(affiliateDays).values([
      { linkId: link.id, day: '2026-01-01', clicks: 3 },
      { linkId: link.id, day: '2026-01-02', clicks: 5 },
    ])
    const { id: signupId } = await insertSignup(services)
    await services.db.update(merchantSignups).set({ affiliateCode: 'SUMS' }).where(eq(merchantSignups.id, signupId))
    const sold = { merchantId, status: 'active', amountMinor: 900, createdAt: started, updatedAt: started } as const
    await inTransaction(services, (tx) =>
      writeSubscriptions(services, tx, [
        { ...sold, id: 'sub_af1', userId: drinker.id, affiliateCode: ' sums ' },
        { ...sold, id: 'sub_af2', userId: other.id, affiliateCode: 'SUMS' },
        { ...sold, id: 'sub_af3', userId: other.id },
      ]),
    )
    const drink = { merchantId, userId: drinker.id, redeemedAt: new Date(started.getTime() + 60_000) }
    const drinks = [
      { ...drink, id: 'red_af1' },
      { ...drink, id: 'red_af2' },
      { ...drink, id: 'red_af3', userId: other.id, status: 'voided' } as const,
      { ...drink, id: 'red_af4', userId: other.id, merchantId: own },
    ]
    await inTransaction(services, (tx) => writeRedemptions(services, tx, drinks))
    const figures = { clicks: 8, signups: 1, subscriptions: 2, firstDrinks: 1 }
    expect(await getLink(admin, { linkId: link.id })).toMatchObject(figures)
    expect(await getLinkTotals(admin, { merchantId })).toEqual({ ...figures, active: 1, archived: 0 })
  })

  it('§0023 counts an answer to a form once its address is known to be the sender’s', async () => {
    const link = await insertLinkRow(services, { code: 'FORMS1', merchantId: own })
    const { id: formId } = await insertLiveForm(services)
    const sent = (details: object) => insertSubmission(services, { formId, affiliateCode: 'FORMS1', ...details })
    const signups = async () => (await getLink(admin, { linkId: link.id })).signups
    await sent({})
    await sent({ status: 'rejected' })
    expect(await signups()).toBeNull()
    await sent({ status: 'approved' })
    expect(await signups()).toBe(1)
    await sent({ provedAt: services.clock.now() })
    expect(await signups()).toBe(2)
    expect((await getLinkTotals(admin, { merchantId: own })).signups).toBe(2)
    expect((await listLinks(admin, { limit: 20, q: 'FORMS1' })).rows).toMatchObject([{ signups: 2 }])
  })

  it('§0023 adds up the platform’s at most every few seconds, and how many there are at once', async () => {
    const before = await getLinkTotals(admin, {})
    const link = await insertLinkRow(services)
    await services.db.insert(affiliateDays).values({ linkId: link.id, day: '2026-01-01', clicks: 7 })
    expect(await getLinkTotals(admin, {})).toEqual({ ...before, active: before.active + 1 })
    services.clock.advance(linkLimits.totalsAgeMs)
    expect((await getLinkTotals(admin, {})).clicks).toBe(before.clicks + 7)
  })

  it('§G37 keeps the code of a subscription’s first event', async () => {
    const at = services.clock.now()
    const write = (affiliateCode?: string) =>
      inTransaction(services, (tx) =>
        writeSubscriptions(services, tx, [
          {
            id: 'sub_first',
            merchantId: own,
            status: 'active',
            createdAt: at,
            updatedAt: at,
            affiliateCode: affiliateCode ?? null,
          },
        ]),
      )
    const counts = async (code: string) => {
      const link = await insertLinkRow(services, { code })
      return (await getLink(admin, { linkId: link.id })).subscriptions
    }
    await write('FIRST1')
    await write('SECOND2')
    await write()
    expect([await counts('FIRST1'), await counts('SECOND2')]).toEqual([1, null])
  })
})
