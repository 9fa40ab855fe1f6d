import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listEntriesInput } from '../entries-contract'
import { insertEntries, insertWaitlist } from '../testing/waitlist-factory'
import { entriesWhere, entryPages, listNextEntries } from './entry-store'
import { listEntries, listEntrySources } from './read-entries'
import { waitlistEntries } from './tables'

let services: TestServices
let admin: UserActor
let waitlistId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  waitlistId = (await insertWaitlist(services)).id
  const at = (minutes: number) => new Date(services.clock.now().getTime() + minutes * 60_000)
  await insertEntries(services, [
    { waitlistId, name: 'Zoë Ø 50%', city: 'Łódź', postalCode: '90-001', createdAt: at(-5), referralCount: 2 },
    { waitlistId, name: 'Ben', wantedVenue: 'Harbour_Café', source: 'import', createdAt: at(-4), referralCount: 9 },
    { waitlistId, name: 'Cleo', status: 'invited', invitationExpiresAt: at(1), createdAt: at(-3), referralCount: 2 },
    { waitlistId, name: 'Dan', status: 'invited', invitationExpiresAt: at(0), createdAt: at(-2) },
    { waitlistId, name: '<b>Eve</b>', status: 'removed', createdAt: at(-1) },
  ])
  await insertEntries(services, [{ waitlistId: (await insertWaitlist(services)).id, name: 'Elsewhere' }])
})

const list = (input: object = {}) =>
  listEntries(contextAs(services, admin), listEntriesInput.parse({ waitlistId, ...input }))
const names = async (input: object = {}) => (await list(input)).rows.map(({ name }) => name)

describe('the people of a list', () => {
  it('are those of this list, newest first, as they were typed', async () => {
    expect(await names()).toEqual(['<b>Eve</b>', 'Dan', 'Cleo', 'Ben', 'Zoë Ø 50%'])
    expect((await list()).total).toBe(5)
  })

  it.each([
    [{ sort: 'joined', order: 'asc' }, ['Zoë Ø 50%', 'Ben', 'Cleo', 'Dan', '<b>Eve</b>']],
    [{ status: 'invited' }, ['Cleo']],
    [{ status: 'expired' }, ['Dan']],
    [{ status: 'removed' }, ['<b>Eve</b>']],
    [{ source: 'import' }, ['Ben']],
    [{ q: 'ZOË ø 50%' }, ['Zoë Ø 50%']],
    [{ q: 'harbour_c' }, ['Ben']],
    [{ q: 'łódź' }, ['Zoë Ø 50%']],
    [{ q: 'unknown' }, []],
    [{ city: 'łÓDŹ', postalCode: '90-001' }, ['Zoë Ø 50%']],
    [{ city: 'łÓDŹ', postalCode: '' }, []],
  ])('with %j are %j', async (input, expected) => {
    expect(await names(input)).toEqual(expected)
  })

  it('of some days are those of both ends and between', async () => {
    const at = (minutes: number) => new Date(services.clock.now().getTime() + minutes * 60_000)
    expect(await names({ createdFrom: at(-4), createdTo: at(-3) })).toEqual(['Cleo', 'Ben'])
    expect(await names({ createdFrom: at(-1) })).toEqual(['<b>Eve</b>'])
    expect((await list({ createdTo: at(-5) })).total).toBe(1)
    expect(await names({ createdFrom: new Date(8.64e15) })).toEqual([])
  })

  it.each([
    { sort: 'joined', order: 'desc' },
    { sort: 'joined', order: 'asc' },
    { sort: 'referrals', order: 'desc' },
    { sort: 'referrals', order: 'asc' },
  ])('come page by page without a gap or a twin: %j', async (page) => {
    const whole = await names(page)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { rows, nextCursor } = await list({ ...page, limit: 2, cursor })
      seen.push(...rows.map(({ name }) => name))
      cursor = nextCursor
    } while (cursor)
    expect(seen).toEqual(whole)
    if (page.sort === 'referrals') expect(page.order === 'desc' ? whole[0] : whole.at(-1)).toBe('Ben')
  })

  it('name their sources, the most frequent first', async () => {
    expect(await listEntrySources(contextAs(services, admin), { waitlistId })).toEqual([
      { source: 'join page', count: 4 },
      { source: 'import', count: 1 },
    ])
  })
})

describe('the indexes', () => {
  const now = () => services.clock.now()
  let full: string

  beforeAll(async () => {
    full = (await insertWaitlist(services)).id
    await services.db.execute(sql`
      insert into ${waitlistEntries} (id, waitlist_id, email, name, referral_code, referral_count, created_at, updated_at)
      select 'wle_' || n, ${full}, 'p' || n || '@example.test', 'Person ' || n, 'ref' || n, n % 3, now() - n * interval '1 minute', now()
      from generate_series(1, 20000) n`)
    // Merges the index's pending list, which the planner counts as reads.
    await services.db.execute(sql`select gin_clean_pending_list('waitlist_entries_search_text'::regclass)`)
    await services.db.execute(sql`analyze ${waitlistEntries}`)
  })

  const planByIndex = (query: SQL) => planOf(services.db, query, { without: ['seqscan'] })

  it.each([
    ['Zoë 50%', 'waitlist_entries_search_text'],
    ['佐藤', 'waitlist_entries_search_grams'],
  ])('serve the search for %s: %s', async (q, index) => {
    const where = entriesWhere({ waitlistId: full, q }, now())
    expect(await planByIndex(sql`select id from ${waitlistEntries} where ${where}`)).toContain(index)
  })

  it.each([
    ['joined', 'desc', 'waitlist_entries_created'],
    ['joined', 'asc', 'waitlist_entries_created'],
    ['referrals', 'desc', 'waitlist_entries_referrals'],
    ['referrals', 'asc', 'waitlist_entries_referrals'],
  ] as const)('serve the pages by %s %s without sorting', async (sort, order, index) => {
    const { nextCursor: cursor } = await list({ waitlistId: full, sort, order })
    expect(cursor).not.toBeNull()
    for (const at of [null, cursor]) {
      const { where, orderBy } = entryPages(services.db, { waitlistId: full }, now(), {
        sort,
        order,
        limit: 20,
        cursor: at,
      })
      const page = sql`select id from ${waitlistEntries} where ${where} order by ${sql.join(orderBy, sql`, `)} limit 20`
      const plan = await planByIndex(page)
      expect(plan).toContain(index)
      expect(plan).not.toContain('Sort')
    }
  })

  it('serve who is next', async () => {
    expect(await listNextEntries(services.db, waitlistId, 1)).toMatchObject([{ name: 'Zoë Ø 50%' }])
    const next = sql`select id from ${waitlistEntries}
      where waitlist_id = ${full} and status = 'waiting' order by created_at, id limit 10`
    const plan = await planByIndex(next)
    expect(plan).toContain('waitlist_entries_status')
    expect(plan).not.toContain('Sort')
  })
})
