import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users, userSearchText } from '@quaff/features/accounts/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { nextCursor } from '@quaff/platform/server'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listSubscriptionRows, newestPage } from './subscription-list-store'
import { subscriptions, subscriptionSearch } from './tables'

let services: TestServices
let scope: MerchantScope
const names = ['Zoë', 'Łukasz', 'Ann', '佐藤', "O'Neil", 'علي']

beforeAll(async () => {
  services = await createTestServices()
  scope = merchantScope(await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_1' }])
  await insertUsers(
    services,
    Array.from({ length: 60 }, (_, n) => ({
      id: `usr_${n}`,
      email: `p${n}@texts.test`,
      displayName: n % 7 === 0 ? null : `${names[n % 6]} ${names[(n * n) % 6]}`,
    })),
  )
  await services.db.insert(subscriptions).values(
    Array.from({ length: 300 }, (_, n) => {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + ((n * 31) % 90)))
      const times = { createdAt, updatedAt: createdAt, currentPeriodStart: createdAt, currentPeriodEnd: createdAt }
      const userId = n % 50 === 49 ? null : `usr_${(n * 13) % 60}`
      return {
        ...times,
        id: `sub_${n}`,
        merchantId: 'mer_1',
        userId,
        status: 'active',
        monthlyMinor: 900,
        billingCurrency: 'usd',
      }
    }),
  )
})

const readTexts = () => services.db.select().from(subscriptionSearch).orderBy(subscriptionSearch.id)

/** The rows as an administrator sees them, newest first. */
const readRows = () =>
  services.db
    .select({
      id: subscriptions.id,
      createdAt: subscriptions.createdAt,
      text: sql<string>`coalesce(search_text(${userSearchText(users)}), '')`,
    })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .orderBy(subscriptions.id)

async function expectSameAnswers() {
  await services.db.execute(sql`analyze users, subscriptions`)
  const rows = await readRows()
  const sorted = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
  for (const q of ['zoe', 'o', 'texts', 'ann luk', '佐', 'oneil', 'p1', 'ع', "'", 'moved', 'nowhere']) {
    const expected = sorted.filter(({ text }) => text !== '' && searchMatcher(q)(text)).map(({ id }) => id)
    const found: string[] = []
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await listSubscriptionRows(services.db, scope, { q }, { limit: 25, cursor })
      found.push(...page.map(({ id }) => id))
      cursor = nextCursor(page, { ...newestPage, limit: 25 })
    }
    expect([q, found]).toEqual([q, expected])
  }
}

it('§5 a search finds the subscriptions of whom the console finds, newest first', expectSameAnswers)

it('the texts follow the name of the person, who has it and when, and go with the subscription', async () => {
  const { db } = services
  await db.update(users).set({ displayName: 'Moved Ø' }).where(eq(users.id, 'usr_13'))
  await db.update(users).set({ email: 'moved@texts.test' }).where(eq(users.id, 'usr_26'))
  await db.update(subscriptions).set({ userId: 'usr_13' }).where(eq(subscriptions.id, 'sub_49'))
  await db
    .update(subscriptions)
    .set({ createdAt: new Date('2027-01-01') })
    .where(eq(subscriptions.id, 'sub_2'))
  await db.delete(subscriptions).where(inArray(subscriptions.id, ['sub_3']))
  await db.delete(users).where(eq(users.id, 'usr_39'))
  const texts = await readTexts()
  expect(texts).toEqual(await readRows())
  expect(texts.filter(({ text }) => text.includes('moved')).length).toBeGreaterThan(5)
  await expectSameAnswers()
})

it('a subscription that is written while its person is renamed has the new name', async () => {
  const { db } = services
  for (let turn = 0; turn < 10; turn += 1) {
    const renaming = db.transaction(async (tx) => {
      const isPerson = eq(users.id, 'usr_8')
      await tx.select({ id: users.id }).from(users).where(isPerson).for('update')
      await tx
        .update(users)
        .set({ displayName: `Raced ${turn}` })
        .where(isPerson)
    })
    const [one] = await db.select().from(subscriptions).where(eq(subscriptions.id, 'sub_4'))
    if (one)
      await Promise.all([renaming, db.insert(subscriptions).values({ ...one, id: `sub_r${turn}`, userId: 'usr_8' })])
  }
  const texts = await readTexts()
  expect(texts).toEqual(await readRows())
  expect(texts.filter(({ text }) => text.includes('raced 9')).length).toBeGreaterThan(10)
})
