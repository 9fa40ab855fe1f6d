import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { usersWhere } from './user-filter-store'
import { listUserRows } from './user-store'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const planByIndex = (where: SQL | undefined) =>
  planOf(services.db, sql`select ${users.id} from ${users} where ${where}`, { without: ['seqscan'] })

it.each([
  ['Zoë 50%', 'users_search_text'],
  ['佐藤', 'users_search_grams'],
  ['ชั', 'users_search_grams'],
  ['06 12 34 56 78', 'users_dialed'],
  ['xq', 'users_search_pairs'],
])('the search of people for %s uses %s', async (q, index) => {
  const scope = merchantScope(await asAdmin(services))
  expect(await planByIndex(usersWhere(scope, { q }))).toContain(index)
})

it('a pair beside a longer word is compared only, because the index of the longer word is enough', async () => {
  const scope = merchantScope(await asAdmin(services))
  const plan = await planByIndex(usersWhere(scope, { q: 'venue 12' }))
  expect(plan).toContain('users_search_text')
  expect(plan).not.toContain('users_search_pairs')
})

it('the index finds each pair of Latin letters, whatever stands beside it', async () => {
  const scope = merchantScope(await asAdmin(services))
  const names = [
    'Jo',
    '店jo',
    'jo店',
    '佐jo藤',
    'Li・Jo・Wei',
    '–jo',
    'a jo–',
    'Banjo',
    'Joan',
    'xjo藤',
    '佐jox',
    "J'o",
    'Ｊｏ',
    '7jo',
    'j o',
  ]
  const own = await insertUsers(
    services,
    [...names, ...names.map((name) => `${name}\njo`)].map((displayName, n) => ({
      displayName,
      email: `${n}@pairs.test`,
    })),
  )
  const beside = ['jo', 'JO', 'Ｊｏ', 'li', 'we', 'ai', 'nj', 'xj', 'ox', '7j', 'jo li', 'jo 佐', 'j', 'js', 'te']
  for (const q of beside) {
    const rows = await services.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.select({ id: users.id, email: users.email }).from(users).where(usersWhere(scope, { q }))
    })
    const found = rows.filter(({ email }) => email.endsWith('@pairs.test')).map(({ id }) => id)
    const matches = searchMatcher(q)
    const expected = own.filter(({ email, displayName }) => matches(`${email}\u001F${displayName}`)).map(({ id }) => id)
    expect([q, found.toSorted()]).toEqual([q, expected.toSorted()])
  }
})

it('whether someone owns a merchant is looked up for each of the page, no matter who else owns one', async () => {
  const scope = merchantScope(await asAdmin(services))
  const owners = await insertUsers(
    services,
    Array.from({ length: 1_000 }, () => ({})),
  )
  await insertMerchants(
    services,
    owners.map(({ id }) => ({ ownerId: id })),
  )
  await services.db.execute(sql`analyze merchants`)
  const query = listUserRows(services.db, scope, {}, { sort: 'created', order: 'desc', limit: 20 })
  const plan = await planOf(services.db, query)
  expect(plan).toMatch(/using merchants_owner on merchants .*rows=1 /)
  expect(plan).not.toContain('rows=1000 ')
})
