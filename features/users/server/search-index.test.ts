import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactUserSearch } from '@quaff/features/accounts/server'
import {
  foldedName,
  users,
  userSearch,
  userSearchChanges,
  userSearchRanges,
  userSearchText,
} from '@quaff/features/accounts/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { nextCursor, type SortOrder } from '@quaff/platform/server'
import { searchMatcher, searchText } from '@quaff/platform/shared/search-text'
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

/** Compares all pages of each search with what the console finds, in the list's order. */
async function expectFound(
  queries: readonly string[],
  { sort, order, limit = 30 }: { sort: 'created' | 'name'; order: SortOrder; limit?: number },
) {
  const scope = merchantScope(await asAdmin(services))
  await services.db.execute(sql`analyze users`)
  const people = await services.db.select().from(users)
  const keyOf = ({ displayName, email, createdAt }: (typeof people)[number]) =>
    sort === 'name' ? searchText(displayName || email) : createdAt.toISOString()
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const direction = order === 'asc' ? 1 : -1
  const sorted = people.toSorted((a, b) => direction * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id)))
  for (const q of queries) {
    const matches = searchMatcher(q)
    const expected = sorted.filter((one) => matches(`${one.email}\u001F${one.displayName ?? ''}`)).map(({ id }) => id)
    const found: string[] = []
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
      const rows = await listUserRows(services.db, scope, { q }, { sort, order, limit, cursor })
      found.push(...rows.map(({ id }) => id))
      cursor = nextCursor(rows, { name: sort, order, limit })
    }
    expect([q, found]).toEqual([q, expected])
  }
}

describe('the texts of people', () => {
  const readTexts = () => services.db.select().from(userSearch).orderBy(userSearch.id)
  const expectedTexts = () =>
    services.db
      .select({
        id: users.id,
        createdAt: users.createdAt,
        name: sql<string>`${foldedName(users)}`,
        text: sql<string>`search_text(${userSearchText(users)})`,
      })
      .from(users)
      .orderBy(users.id)

  it('follow each change of an address, a name or a date, and go with the person', async () => {
    const [first, second, third] = await insertUsers(services, [{ displayName: 'Zoë Ł' }, { displayName: '' }, {}])
    await services.db
      .update(users)
      .set({ displayName: "O'Hara", createdAt: new Date('2020-02-02') })
      .where(eq(users.id, first?.id ?? ''))
    await services.db
      .update(users)
      .set({ email: 'new@texts.test', displayName: null })
      .where(eq(users.id, second?.id ?? ''))
    await services.db.delete(users).where(inArray(users.id, [third?.id ?? '']))
    const texts = await readTexts()
    expect(texts).toEqual(await expectedTexts())
    expect(texts.find(({ id }) => id === first?.id)).toMatchObject({ name: 'ohara' })
    expect(texts.find(({ id }) => id === second?.id)).toMatchObject({ name: 'new@texts.test' })
    expect(texts.some(({ id }) => id === third?.id)).toBe(false)
  })

  const names = ['Zoë', 'Łukasz', 'Ann', '佐藤', 'Çağla', "O'Neil", 'علي', 'Øyvind', 'zed', 'ÉMILE']

  it.each([
    ['created', 'desc'],
    ['created', 'asc'],
    ['name', 'asc'],
    ['name', 'desc'],
  ] as const)('§5 find whom the console finds, sorted by %s %s', async (sort, order) => {
    await services.db.delete(users).where(sql`email like '%@sorted.test'`)
    await insertUsers(
      services,
      Array.from({ length: 400 }, (_, n) => ({
        displayName: n % 9 === 0 ? null : `${names[(n * 7) % 10]} ${names[(n * n) % 10]} ${n % 50}`,
        email: `p${(n * 77) % 400}@sorted.test`,
        createdAt: new Date(Date.UTC(2026, 0, 1 + ((n * 31) % 100))),
      })),
    )
    const queries = ['zoe', 'ŁUK', 'o', 'sorted', 'emile 1', '佐', 'oneil cag', 'p77@', 'ز', 'na', "'", 'nowhere']
    await expectFound(queries, { sort, order })
  })
})

describe('the ranges of names', () => {
  const ranges = () => services.db.select().from(userSearchRanges).orderBy(userSearchRanges.first)
  const compact = () => compactUserSearch(services, new AbortController().signal)
  const words = [
    'zoe',
    'o',
    'ja',
    'zoe sato',
    '佐藤',
    '藤',
    'ชั',
    'ranges 12',
    'ø',
    'm.ja',
    "'",
    'müller.de',
    'late',
    'x7',
  ]
  const expectBothWays = async () => {
    await expectFound(words, { sort: 'name', order: 'asc', limit: 400 })
    await expectFound(words, { sort: 'name', order: 'desc', limit: 400 })
  }

  it('§5 skip no one whom the console finds, before and after each run of their job', async () => {
    await services.db.delete(users)
    await services.db.execute(sql`
      insert into users (id, email, display_name, created_at, updated_at)
      select 'usr_' || n, 'm' || n || '.' || chr(97 + n % 23) || 'ja@ranges.test', case
          when n <= 1300 then 'Namesake Müller' when n % 9 = 0 then null
          else (array['Zoë', 'Jan', 'Øyvind', '佐藤', 'ชัย', 'Xenia'])[1 + n % 6] || ' ' || (array['Sato', 'Late', 'O''Neil'])[1 + n % 3] || ' ' || n % 400
        end, now() - n * interval '1 minute', now()
      from generate_series(1, 3000) n`)
    await expectBothWays()

    await compact()
    const read = await ranges()
    expect(read.length).toBeGreaterThan(2)
    expect(read.every(({ bits }) => bits?.includes('1'))).toBe(true)
    expect(read.reduce((sum, { people, added }) => sum + people + added, 0)).toBe(await services.db.$count(users))
    expect(read.slice(1).map(({ first }) => first)).toEqual(read.slice(0, -1).map(({ until }) => until))
    expect(await services.db.$count(userSearchChanges)).toBe(0)
    await expectBothWays()

    await services.db
      .update(users)
      .set({ displayName: 'Aaron Qzk' })
      .where(inArray(users.id, ['usr_1', 'usr_2000', 'usr_2999']))
    await services.db.delete(users).where(inArray(users.id, ['usr_2', 'usr_2001']))
    await insertUsers(services, [{ displayName: 'Aaa 佐藤 ชั', email: 'late@ranges.test' }, { displayName: 'Ab qzk' }])
    words.push('qzk', 'aar')
    await expectBothWays()
    await compact()
    await expectBothWays()
  }, 120_000)

  it('are read again when they have doubled', async () => {
    const before = await ranges()
    await services.db.execute(sql`
      insert into users (id, email, display_name, created_at, updated_at)
      select 'usr_a' || n, 'a' || n || '@double.test', 'Aa ' || n, now(), now() from generate_series(1, 3000) n`)
    await compact()
    const after = await ranges()
    expect(after.length).toBeGreaterThan(before.length + 1)
    expect(after.every(({ bits }) => bits !== null)).toBe(true)
    await expectFound(['aa', 'double', 'zoe', '77'], { sort: 'name', order: 'asc', limit: 400 })
  }, 60_000)

  it('keep no name of a person who was renamed or deleted', async () => {
    const [, second, third] = (await ranges()).map(({ first }) => first)
    const called = (name = '') => sql`id in (select id from user_search where name = ${name})`
    await services.db.update(users).set({ displayName: 'Zz Other' }).where(called(second))
    await services.db.delete(users).where(called(third))
    await compact()
    const kept = await ranges()
    expect(kept.map(({ first }) => first)).not.toContain(second)
    expect(kept.map(({ first }) => first)).not.toContain(third)
    expect(kept.slice(1).map(({ first }) => first)).toEqual(kept.slice(0, -1).map(({ until }) => until))
    await expectFound(['zoe', 'other', 'double', 'late'], { sort: 'name', order: 'asc', limit: 400 })
  }, 60_000)

  const explainSearch = async (q: string) => {
    const scope = merchantScope(await asAdmin(services))
    const query = listUserRows(services.db, scope, { q }, { sort: 'name', order: 'asc', limit: 20 })
    const { rows } = await services.db.execute<Record<string, string>>(sql`explain (analyze) ${query.getSQL()}`)
    return rows.map((line) => Object.values(line).join('')).join('\n')
  }

  it('without the letters of a word are skipped', async () => {
    const [, read] = /on user_search_ranges .*actual.* rows=([\d.]+)/.exec(await explainSearch('ชั')) ?? []
    expect(Number(read)).toBeLessThan((await ranges()).length)
  })

  it('are compared also for a word that no newer person has', async () => {
    await services.db.execute(sql`
      insert into users (id, email, display_name, created_at, updated_at)
      select 'usr_b' || n, 'b' || n || '@double.test', 'Bb ' || n, now() + interval '1 day', now() from generate_series(1, 5000) n`)
    await compact()
    expect(await explainSearch('xenia')).toMatch(/CTE Scan on known .*actual.* rows=20/)
  }, 60_000)
})
