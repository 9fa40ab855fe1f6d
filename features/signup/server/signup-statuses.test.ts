import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userStatuses } from '@quaff/features/users/contract'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { SignupStatus } from '../contract'
import { listSignupPage, matchingSignups } from './signup-store'
import { merchantSignups } from './tables'

let services: TestServices
const statuses = ['submitted', 'approved', 'rejected'] as const
const start = new Date('2026-01-01T00:00:00Z').getTime()

/** One of each: as it is stored, of which kind, and what became of the account, which may be gone. */
beforeAll(async () => {
  services = await createTestServices()
  await insertUsers(
    services,
    userStatuses.map((status) => ({ id: `usr_${status}`, status })),
  )
  const facts = statuses.flatMap((status) =>
    (['signup', 'convert'] as const).flatMap((kind) =>
      [...userStatuses, 'gone'].map((account) => ({ status, kind, userId: `usr_${account}` })),
    ),
  )
  await services.db
    .insert(merchantSignups)
    .values(
      facts.map((one, index) => ({
        ...one,
        id: `sgn_${index}`,
        keyHash: `key_${index}`,
        applicationId: `app_${index}`,
        email: `a${index}@venue.test`,
        contactName: 'Ana Paz',
        businessName: index % 2 ? 'Half Moon' : 'Full Moon',
        createdAt: new Date(start + index * 60_000),
      })),
    )
})

async function listAll(input: { status?: SignupStatus; q?: string }, limit: number) {
  const rows = []
  let cursor: string | null | undefined
  let total: number | null = null
  do {
    const page = await listSignupPage(services, { ...input, limit, cursor })
    rows.push(...page.rows)
    total ??= page.total
    cursor = page.nextCursor
  } while (cursor)
  return { rows, total }
}

describe('by status', () => {
  it.each([1, 4, 100])('the list holds what it shows without one, in its order, in pages of %s', async (limit) => {
    const everything = await listAll({}, 100)
    expect(new Set(everything.rows.map(({ status }) => status))).toEqual(new Set(statuses))
    for (const status of statuses) {
      const { rows, total } = await listAll({ status }, limit)
      const expected = everything.rows.filter((row) => row.status === status)
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      expect(total).toBe(expected.length)
    }
  })

  it('is searched as well', async () => {
    const { rows } = await listAll({ status: 'approved', q: 'half' }, 3)
    const all = (await listAll({ q: 'half' }, 100)).rows
    expect(rows.map(({ id }) => id)).toEqual(all.filter(({ status }) => status === 'approved').map(({ id }) => id))
  })
})

it('at 40,000 applications finds those of a stored status by their index, by the planner’s own choice', async () => {
  await services.db.execute(sql`
    insert into merchant_signups (id, key_hash, kind, status, email, contact_name, business_name, application_id, user_id, created_at)
    select 'sgn_many' || n, 'many' || n, 'signup', case n % 20 when 0 then 'submitted' when 1 then 'rejected' else 'approved' end,
      n || '@venue.test', 'Ana', 'Venue', 'app_many' || n, 'usr_active', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 40000) n`)
  await services.db.execute(sql`vacuum analyze merchant_signups`)
  for (const each of matchingSignups(services.db, { status: 'rejected' })) {
    const { rows } = await services.db.execute(
      sql`explain ${each.orderBy(sql`${merchantSignups.createdAt} desc nulls last`).limit(20)}`,
    )
    const plan = rows.map((line) => Object.values(line).join('')).join('\n')
    expect(plan).toContain('merchant_signups_status')
    expect(plan).not.toContain('Seq Scan on merchant_signups')
  }
}, 60_000)
