import { sql } from 'drizzle-orm'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMigrations } from '@quaff/database/migrate'
import { userStatuses } from '@quaff/features/users/contract'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import type { Queryable } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { SignupStatus } from '../contract'
import { listSignupPage, selectSignups } from './signup-store'
import { merchantSignups } from './tables'

let services: TestServices
const statuses = ['submitted', 'approved', 'rejected'] as const
const start = new Date('2026-01-01T00:00:00Z').getTime()

/** One per stored status, kind and state of the account, including deleted ones. */
beforeAll(async () => {
  services = await createTestServices()
  await insertUsers(
    services,
    userStatuses.map((status) => ({ id: `usr_${status}`, status })),
  )
  const details = statuses.flatMap((status) =>
    (['signup', 'convert'] as const).flatMap((kind) =>
      [...userStatuses, 'gone'].map((account) => ({ status, kind, userId: `usr_${account}` })),
    ),
  )
  await services.db
    .insert(merchantSignups)
    .values(
      details.map((one, index) => ({
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

/** Checks the rule on all rows. */
async function expectStatesOfRows(): Promise<void> {
  const { rows: wanted } = await services.db.execute<Record<string, unknown>>(sql`
    select own.id, own.created_at, case
      when own.status <> 'submitted' or own.kind = 'convert' then own.status
      when account.status = 'pending_approval' then 'submitted'
      when account.status in ('pending', 'active', 'suspended') then 'approved' else 'rejected' end as status
    from merchant_signups own left join users account on account.id = own.user_id order by own.id`)
  const { rows } = await services.db.execute<Record<string, unknown>>(
    sql`select signup_id as id, created_at, status from merchant_signup_states order by signup_id`,
  )
  expect(rows).toEqual(wanted)
}

describe('what is shown of an application', () => {
  const setStatus = async (id: string, status: string) =>
    services.db.execute(sql`update users set status = ${status} where id = ${id}`)
  const apply = (name: string, userId: string, db: Queryable = services.db) =>
    db
      .insert(merchantSignups)
      .values({
        id: `sgn_${name}`,
        keyHash: `key_${name}`,
        kind: 'signup',
        applicationId: `app_${name}`,
        userId,
        email: `${name}@venue.test`,
        contactName: 'Ana Paz',
        businessName: 'Half Moon',
        createdAt: services.clock.now(),
      })

  it('is what became of the account, whichever way it was decided, and what was decided on the application itself', async () => {
    await expectStatesOfRows()
    const ids = userStatuses.map((status) => `usr_${status}`)
    for (const [index, id] of ids.entries()) {
      for (const status of userStatuses) {
        await setStatus(id, status)
        await expectStatesOfRows()
      }
      await setStatus(id, userStatuses[index] ?? 'active')
    }
    await services.db.execute(sql`update users set status = 'rejected'`)
    await expectStatesOfRows()
    await services.db
      .execute(sql`update merchant_signups set status = 'approved' where status = 'submitted' and kind = 'signup'
      and user_id = 'usr_pending'`)
    await expectStatesOfRows()
  })

  it('follows an account that comes late, is written again by an import, or goes', async () => {
    await apply('late', 'usr_late')
    await insertUsers(services, [{ id: 'usr_late', status: 'active' }])
    await expectStatesOfRows()
    await services.db.execute(sql`
      insert into users select * from users where id = 'usr_late'
      on conflict (id) do update set status = 'pending_approval'`)
    await expectStatesOfRows()
    await services.db.execute(sql`delete from users where id = 'usr_late'`)
    await expectStatesOfRows()
    await services.db.execute(sql`delete from merchant_signups where id = 'sgn_late'`)
    await expectStatesOfRows()
  })

  it('is right when an account is decided while an application of it is being written', async () => {
    await insertUsers(services, [{ id: 'usr_race', status: 'pending_approval' }])
    const decided = await services.db.transaction(async (tx) => {
      await apply('race', 'usr_race', tx)
      // Starts now, on a separate connection if there is one.
      const waiting = setStatus('usr_race', 'active')
      await wait(200)
      return [waiting]
    })
    await Promise.all(decided)
    await expectStatesOfRows()
  })

  it('is filled in for what was there before the triggers, and what they told in the meantime stays', async () => {
    await services.db.execute(sql`delete from merchant_signup_states`)
    await setStatus('usr_active', 'pending_approval')
    const name = (await readdir(findMigrations())).find((folder) => folder.endsWith('_signup_states_of_before')) ?? ''
    await services.db.execute(sql.raw(await readFile(join(findMigrations(), name, 'migration.sql'), 'utf8')))
    await expectStatesOfRows()
  })
})

it('at 40,000 applications finds those of a state by its index, in its order, by the planner’s own choice', async () => {
  await services.db.execute(sql`alter table merchant_signups disable trigger signups_told`)
  await services.db.execute(sql`
    insert into merchant_signups (id, key_hash, kind, status, email, contact_name, business_name, application_id, user_id, created_at)
    select 'sgn_many' || n, 'many' || n, 'signup', case n % 20 when 0 then 'submitted' when 1 then 'rejected' else 'approved' end,
      n || '@venue.test', 'Ana', 'Venue', 'app_many' || n, 'usr_active', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 40000) n`)
  await services.db.execute(sql`alter table merchant_signups enable trigger signups_told`)
  await services.db.execute(sql`
    insert into merchant_signup_states select id, case status when 'rejected' then 'rejected' else 'approved' end, created_at
    from merchant_signups where id like 'sgn_many%'`)
  await services.db.execute(sql`vacuum analyze merchant_signups, merchant_signup_states`)
  for (const cursor of [null, await cursorOf('rejected')]) {
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`explain ${selectSignups(services.db, { status: 'rejected' }, cursor).limit(20)}`,
    )
    const plan = rows.map((line) => Object.values(line).join('')).join('\n')
    expect(plan).toContain('merchant_signup_states_status')
    expect(plan).not.toContain('Seq Scan')
    // Only rows of the same instant are sorted, by id.
    expect(plan).not.toMatch(/^ *(-> +)?Sort {2}\(/m)
  }
}, 60_000)

const cursorOf = async (status: SignupStatus) =>
  (await listSignupPage(services, { status, limit: 20, cursor: null })).nextCursor
