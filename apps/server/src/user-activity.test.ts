import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { userActivityActions } from '@quaff/features/activity/user-activity-contract'
import { describeUserActivity } from '@quaff/features/activity/user-activity-rules'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { createFirstAdministrator, registerUser } from '@quaff/features/users/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { accountActions } from './testing/activity/account-actions'
import { passkeyActions } from './testing/activity/passkey-actions'
import { refusedActions } from './testing/activity/refused-actions'
import { Stage, userAgent } from './testing/activity/stage'
import { userActions } from './testing/activity/user-actions'

const actions = [...accountActions, ...passkeyActions, ...userActions]

let services: TestServices
let stage: Stage
beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
  stage = new Stage(services, await asAdmin(services))
})

/** The database state that the actions change. */
async function readEffects(): Promise<string> {
  const tables =
    'users user_merchants admin_records pending_invitations sessions second_factors passkeys single_sign_on_links user_activity'
  const links = `one_time_secrets where purpose in ('sign_in', 'invitation', 'password_reset')`
  const counted = ['admin_audit_logs', 'outbox_mails', links, 'live_events']
  const parts = [
    ...tables.split(' ').map((name) => `(select jsonb_agg(t order by t::text) from ${name} t)::text`),
    ...counted.map((name) => `(select count(*) from ${name})::text`),
  ]
  const { rows } = await services.db.execute<Record<string, unknown>>(
    sql.raw(`select concat_ws('|', ${parts.join(', ')}) as effects`),
  )
  return String(rows[0]?.['effects'])
}

const entriesOf = (userId: string) =>
  services.db.select().from(userActivity).where(eq(userActivity.userId, userId)).orderBy(asc(userActivity.occurredAt))

describe.each(actions)('$action by $of', ({ action, sentence, prepare }) => {
  it(`§3 is noted: ${sentence}`, async () => {
    const { userId, act } = await prepare(stage)
    await act()
    const [entry, ...more] = (await stage.as(stage.admin).activity.ofUser({ userId })).filter(
      (one) => one.action === action,
    )
    expect(more).toEqual([])
    expect(entry && describeUserActivity(entry)).toBe(sentence)
    expect(entry).toMatchObject({ userId, userAgent, timestamp: services.clock.now() })
    expect(JSON.stringify(entry)).not.toMatch(/@example|formerAddress/)
    // An erasure needs the former address; no answer holds it.
    const stored = JSON.stringify(
      (await entriesOf(userId)).map(({ details }) => details),
      (key, value: unknown) => (key === 'formerAddress' ? undefined : value),
    )
    expect(stored).not.toMatch(/@example|network-|correct horse|battery staple/)
  })

  it('§7 and its entry are written together or not at all', async () => {
    const { act } = await prepare(stage)
    const before = await readEffects()
    await services.db.execute(sql`alter table user_activity add constraint refused check (id = '') not valid`)
    try {
      await act().catch(() => {})
    } finally {
      await services.db.execute(sql`alter table user_activity drop constraint refused`)
    }
    expect(await readEffects()).toBe(before)
    await act().catch(() => {})
    expect(await readEffects()).not.toBe(before)
  })

  it('leaves no entry when it is rolled back', async () => {
    const { userId, act } = await prepare(stage)
    const before = (await entriesOf(userId)).length
    await services.db.execute(sql`create function refuse_commit() returns trigger language plpgsql as $$
      begin raise exception 'refused at the commit'; end $$`)
    await services.db.execute(sql`create constraint trigger refused after insert on user_activity
      deferrable initially deferred for each row execute function refuse_commit()`)
    try {
      await act().catch(() => {})
    } finally {
      await services.db.execute(sql`drop function refuse_commit() cascade`)
    }
    expect(await entriesOf(userId)).toHaveLength(before)
  })
})

it('has a case for every action', () => {
  const elsewhere = ['invited', 'account_registered']
  expect(new Set([...actions.map(({ action }) => action), ...elsewhere])).toEqual(new Set(userActivityActions))
})

describe('account_registered', () => {
  const register = (email: string) => registerUser(stage.contextOf(), { email, isPublicRegistration: true })

  it('is noted once, not again for a known address', async () => {
    await stage.meet()
    const email = 'stranger@example.test'
    await register(email)
    await register(email)
    const [user] = await services.db.select().from(users).where(eq(users.email, email))
    const entries = await stage.as(stage.admin).activity.ofUser({ userId: user?.id ?? '' })
    expect(entries.map(describeUserActivity)).toEqual(['Registered'])
  })
})

describe('invited', () => {
  it('is noted with the role and who invited, for an account that begins with it', async () => {
    await stage.meet()
    const merchantIds = [(await insertMerchant(services)).id]
    const email = `${services.ids.newId('inv').replace('_', '.')}@example.test`.toLowerCase()
    const outcome = await stage.as(stage.admin).users.invite({ email, role: 'merchant_viewer', merchantIds })
    const [entry] = await stage.as(stage.admin).activity.ofUser({ userId: outcome.userId ?? '' })
    expect(entry && describeUserActivity(entry)).toBe('Invited as merchant viewer by Maya Lindqvist')
  })

  it('on the command line names no one', async () => {
    await stage.meet()
    await createFirstAdministrator(services, 'first@example.test')
    const [user] = await services.db.select().from(users).where(eq(users.email, 'first@example.test'))
    const [entry] = await stage.as(stage.admin).activity.ofUser({ userId: user?.id ?? '' })
    expect(entry && describeUserActivity(entry)).toBe('Invited as administrator')
  })

  it('is not noted for an address that is taken', async () => {
    const { email } = await stage.meet()
    const before = await services.db.$count(userActivity)
    const outcome = await stage.as(stage.admin).users.invite({ email, role: 'quaff_admin', merchantIds: [] })
    expect([outcome.success, await services.db.$count(userActivity)]).toEqual([false, before])
  })
})

it.each(refusedActions)('no entry is left after %s', async (_, prepare) => {
  const { userId, act } = await prepare(stage)
  await act().catch(() => {})
  expect(await entriesOf(userId)).toEqual([])
})
