import { createRouterClient } from '@orpc/server'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { userActivityActions } from '@quaff/features/activity/user-activity/contract'
import { describeUserActivity } from '@quaff/features/activity/user-activity/rules'
import { exportMerchants } from '@quaff/features/merchants/server'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { sessions } from '@quaff/features/sessions/tables'
import { exportAuditLog } from '@quaff/features/settings/server'
import { finishRequestedMails } from '@quaff/features/sign-in/server'
import { insertInvitedUser, mailedToken } from '@quaff/features/sign-in/testing/invited-user-factory'
import { insertSecondFactor, insertSecondStep } from '@quaff/features/sign-in/testing/second-factor-factory'
import { createFirstAdministrator, exportUsers } from '@quaff/features/users/server'
import { users } from '@quaff/features/users/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server/actor'
import { codeOfStep, timeStep } from '@quaff/platform/server/one-time-password'
import { anonymous, asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { router } from './router'

let services: TestServices
let admin: UserActor
let networks = 0
const password = 'correct horse 7'
const another = 'battery staple 8'
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

const contextOf = (actor?: UserActor) =>
  contextAs(services, actor ?? anonymous, { userAgent, network: `network-${++networks}` })
const as = (actor?: UserActor) => createRouterClient(router, { context: contextOf(actor) })

beforeAll(async () => {
  services = await createTestServices()
})

/** Everybody here signs in anew, so that no sign-in is too old and no limit is met. */
async function meet(insert: typeof asAdmin = asAdmin): Promise<UserActor> {
  services.clock.advance(61_000)
  admin = await asAdmin(services, { displayName: 'Maya Lindqvist' })
  return insert(services, { password })
}
const owner: typeof asAdmin = (of, facts) => asOwner(of, ['mer_1'], facts)
const invited = async (status = 'pending') => {
  await meet()
  const user = await insertInvitedUser(services, { status })
  await services.db.update(users).set({ role: 'merchant_owner' }).where(eq(users.id, user.id))
  return user
}

type Prepared = { userId: string; act: () => Promise<unknown> }
type Case = {
  action: (typeof userActivityActions)[number]
  of: string
  sentence: string
  /** Everything but the deed itself. */
  prepare: () => Promise<Prepared>
}

const cases: Case[] = [
  {
    action: 'sign_in',
    of: 'the password',
    sentence: 'Signed in with the password',
    async prepare() {
      const { userId, email } = await meet()
      return { userId, act: () => as().signIn.withPassword({ email, password }) }
    },
  },
  {
    action: 'sign_in',
    of: 'a mailed link',
    sentence: 'Signed in by an email link',
    async prepare() {
      const { userId, email } = await meet()
      const token = await mailedToken(services, { id: userId, email }, 'sign_in')
      return { userId, act: () => as().signIn.completeLink({ email, token }) }
    },
  },
  {
    action: 'sign_in',
    of: 'the second step',
    sentence: 'Signed in with the password and the authenticator app',
    async prepare() {
      await meet()
      const { userId, challenge, code } = await insertSecondStep(services)
      return { userId, act: () => as().signIn.completeSecondStep({ challenge, code }) }
    },
  },
  {
    action: 'sign_out',
    of: 'the button',
    sentence: 'Signed out',
    async prepare() {
      const actor = await meet()
      return { userId: actor.userId, act: () => as(actor).sessions.signOut({}) }
    },
  },
  {
    action: 'sessions_ended',
    of: 'one other session',
    sentence: 'Signed out of Firefox on Linux',
    async prepare() {
      const actor = await meet()
      const sessionId = await addSession(actor)
      return { userId: actor.userId, act: () => as(actor).sessions.end({ sessionId }) }
    },
  },
  {
    action: 'sessions_ended',
    of: 'all other sessions',
    sentence: 'Signed out of 2 other devices',
    async prepare() {
      const actor = await meet()
      await addSession(actor)
      await addSession(actor)
      return { userId: actor.userId, act: () => as(actor).sessions.endOthers({}) }
    },
  },
  {
    action: 'reauthenticated',
    of: 'the password',
    sentence: 'Proved who they are again with the password',
    async prepare() {
      const actor = await meet()
      return { userId: actor.userId, act: () => as(actor).signIn.reauthenticate({ password }) }
    },
  },
  {
    action: 'account_activated',
    of: 'the set-up page',
    sentence: 'Accepted the invitation',
    async prepare() {
      const { id, email } = await invited()
      const invitationToken = await mailedToken(services, { id, email }, 'invitation')
      const given = { email, displayName: 'Ina', password, invitationToken }
      return { userId: id, act: () => as().signIn.setupAccount(given) }
    },
  },
  {
    action: 'password_set',
    of: 'an accepted invitation',
    sentence: 'Set a password',
    async prepare() {
      await meet()
      const passwordSetupUntil = new Date(services.clock.now().getTime() + 60_000)
      const actor = await asOwner(services, ['mer_1'], { passwordSetupUntil })
      return { userId: actor.userId, act: () => as(actor).signIn.setPassword({ password: another }) }
    },
  },
  {
    action: 'password_changed',
    of: 'the profile',
    sentence: 'Changed the password',
    async prepare() {
      const actor = await meet()
      const change = { currentPassword: password, newPassword: another, confirmPassword: another }
      return { userId: actor.userId, act: () => as(actor).signIn.changePassword(change) }
    },
  },
  {
    action: 'password_reset_requested',
    of: 'the sign-in page',
    sentence: 'A password reset was asked for',
    async prepare() {
      const { userId, email } = await meet()
      const act = async () => {
        await as().signIn.requestPasswordReset({ email })
        await finishRequestedMails()
      }
      return { userId, act }
    },
  },
  {
    action: 'password_reset_requested',
    of: 'an administrator',
    sentence: 'A password reset was asked for by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet()
      return { userId, act: () => as(admin).users.sendPasswordReset({ userId }) }
    },
  },
  {
    action: 'password_reset',
    of: 'the link',
    sentence: 'Set a new password by a reset link',
    async prepare() {
      const { userId, email } = await meet()
      const token = await mailedToken(services, { id: userId, email }, 'password_reset')
      return { userId, act: () => as().signIn.resetPassword({ token, password: another }) }
    },
  },
  {
    action: 'email_changed',
    of: 'the code from the new mailbox',
    sentence: 'Changed the email address',
    async prepare() {
      const actor = await meet()
      const newEmail = `new.${actor.userId.replace('_', '.')}@example.test`.toLowerCase()
      await as(actor).signIn.requestEmailChange({ newEmail })
      const code = (await mailsTo(services, newEmail))[0]?.code ?? ''
      return { userId: actor.userId, act: () => as(actor).signIn.confirmEmailChange({ code }) }
    },
  },
  {
    action: 'profile_updated',
    of: 'the person',
    sentence: 'Profile updated',
    async prepare() {
      const actor = await meet()
      return {
        userId: actor.userId,
        act: () => as(actor).users.updateProfile({ displayName: 'New Name', phoneNumber: '' }),
      }
    },
  },
  {
    action: 'profile_updated',
    of: 'an administrator',
    sentence: 'Profile updated by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet()
      const change = { userId, version: 1, displayName: 'New Name', phoneNumber: '' }
      return { userId, act: () => as(admin).users.updatePerson(change) }
    },
  },
  {
    action: 'second_factor_enabled',
    of: 'the settings',
    sentence: 'Turned the authenticator app on',
    async prepare() {
      const actor = await meet()
      const { key } = await as(actor).signIn.beginSecondFactor({})
      const code = await codeOfStep(key, timeStep(services.clock.now()))
      return { userId: actor.userId, act: () => as(actor).signIn.confirmSecondFactor({ code }) }
    },
  },
  {
    action: 'second_factor_removed',
    of: 'the person',
    sentence: 'Authenticator app turned off',
    async prepare() {
      const actor = await meet()
      const code = await (await insertSecondFactor(services, actor.userId)).code()
      return { userId: actor.userId, act: () => as(actor).signIn.turnOffSecondFactor({ code }) }
    },
  },
  {
    action: 'second_factor_removed',
    of: 'an administrator',
    sentence: 'Authenticator app turned off by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet()
      await insertSecondFactor(services, userId)
      return { userId, act: () => as(admin).users.removeSecondFactor({ userId, version: 1 }) }
    },
  },
  {
    action: 'recovery_codes_renewed',
    of: 'the settings',
    sentence: 'Made new recovery codes',
    async prepare() {
      const actor = await meet()
      const code = await (await insertSecondFactor(services, actor.userId)).code()
      return { userId: actor.userId, act: () => as(actor).signIn.renewRecoveryCodes({ code }) }
    },
  },
  {
    action: 'invitation_resent',
    of: 'an administrator',
    sentence: 'Invitation sent again by Maya Lindqvist',
    async prepare() {
      const { id: userId } = await invited()
      return { userId, act: () => as(admin).users.resendInvitation({ userId }) }
    },
  },
  {
    action: 'invitation_resent',
    of: 'a corrected address',
    sentence: 'Invitation sent again, to a corrected address by Maya Lindqvist',
    async prepare() {
      const { id: userId } = await invited()
      const email = `right.${userId.replace('_', '.')}@example.test`.toLowerCase()
      return { userId, act: () => as(admin).users.correctEmail({ userId, version: 1, email }) }
    },
  },
  {
    action: 'registration_approved',
    of: 'an administrator',
    sentence: 'Registration approved as merchant owner by Maya Lindqvist',
    async prepare() {
      await meet()
      const [{ id: userId }, merchant] = [
        await insertUser(services, { status: 'pending_approval' }),
        await insertMerchant(services),
      ]
      return { userId, act: () => as(admin).users.approve({ userId, merchantIds: [merchant.id] }) }
    },
  },
  {
    action: 'registration_rejected',
    of: 'an administrator',
    sentence: 'Registration rejected by Maya Lindqvist',
    async prepare() {
      await meet()
      const { id: userId } = await insertUser(services, { status: 'pending_approval' })
      return { userId, act: () => as(admin).users.reject({ userId, reason: 'Not a venue' }) }
    },
  },
  {
    action: 'role_changed',
    of: 'an administrator',
    sentence: 'Role changed from quaff admin to customer by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet()
      return { userId, act: () => as(admin).users.updateRole({ userId, version: 1, role: 'customer', merchantIds: [] }) }
    },
  },
  {
    action: 'merchants_changed',
    of: 'an administrator',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet(owner)
      const merchantIds = [(await insertMerchant(services)).id]
      const change = { userId, version: 1, role: 'merchant_owner', merchantIds } as const
      return { userId, act: () => as(admin).users.updateRole(change) }
    },
  },
  {
    action: 'merchants_changed',
    of: 'a removal from a merchant',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare() {
      await meet()
      const merchantId = (await insertMerchant(services)).id
      const { userId } = await asViewer(services, [merchantId, 'mer_1'])
      return { userId, act: () => as(admin).users.removeFromMerchant({ userId, merchantId }) }
    },
  },
  {
    action: 'merchants_changed',
    of: 'a merchant that got another owner',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet(owner)
      const merchant = await insertMerchant(services, { status: 'active' })
      const transfer = { merchantId: merchant.id, newOwnerId: userId, version: 1, keepFormerOwner: false }
      return { userId, act: () => as(admin).users.transferMerchant(transfer) }
    },
  },
  {
    action: 'suspended',
    of: 'an administrator',
    sentence: 'Suspended by Maya Lindqvist',
    async prepare() {
      const { userId } = await meet()
      return { userId, act: () => as(admin).users.suspend({ userId, version: 1, reason: 'Left the company' }) }
    },
  },
  {
    action: 'reactivated',
    of: 'an administrator',
    sentence: 'Reactivated by Maya Lindqvist',
    async prepare() {
      await meet()
      const { id: userId } = await insertUser(services, { status: 'suspended' })
      return { userId, act: () => as(admin).users.reactivate({ userId, version: 1 }) }
    },
  },
  {
    action: 'export',
    of: 'people',
    sentence: 'Exported people as CSV, filtered by status, search',
    async prepare() {
      await meet()
      const filter = { status: 'active', q: 'secret@example.test' } as const
      return { userId: admin.userId, act: () => exportUsers(contextOf(admin), { format: 'csv', filter }) }
    },
  },
  {
    action: 'export',
    of: 'merchants',
    sentence: 'Exported merchants as JSON, 2 selected',
    async prepare() {
      await meet()
      const ids = ['mer_1', 'mer_2']
      return { userId: admin.userId, act: () => exportMerchants(contextOf(admin), { format: 'json', ids }) }
    },
  },
  {
    action: 'export',
    of: 'the audit log',
    sentence: 'Exported the audit log as CSV',
    async prepare() {
      await meet()
      return { userId: admin.userId, act: () => exportAuditLog(contextOf(admin), { format: 'csv' }) }
    },
  },
]

async function addSession({ userId, sessionId }: UserActor): Promise<string> {
  const id = services.ids.newId('ses')
  const [row] = await services.db.select().from(sessions).where(eq(sessions.id, sessionId))
  if (row) await services.db.insert(sessions).values({ ...row, id, tokenHash: id, userId, userAgent })
  return id
}

/** What the deeds change, as it stands in the database. */
async function readEffects(): Promise<string> {
  const tables = 'users user_merchants admin_records pending_invitations sessions second_factors user_activity'
  const counted = 'admin_audit_logs outbox_mails sign_in_links live_events'
  const parts = [
    ...tables.split(' ').map((name) => `(select jsonb_agg(t order by t::text) from ${name} t)::text`),
    ...counted.split(' ').map((name) => `(select count(*) from ${name})::text`),
  ]
  const { rows } = await services.db.execute(sql.raw(`select concat_ws('|', ${parts.join(', ')}) as effects`))
  return String(rows[0]?.['effects'])
}

const entriesOf = (userId: string) =>
  services.db.select().from(userActivity).where(eq(userActivity.userId, userId)).orderBy(asc(userActivity.occurredAt))

describe.each(cases)('$action by $of', ({ action, sentence, prepare }) => {
  it(`is noted: ${sentence}`, async () => {
    const { userId, act } = await prepare()
    await act()
    const [entry, ...more] = (await as(admin).activity.ofUser({ userId })).filter((one) => one.action === action)
    expect(more).toEqual([])
    expect(entry && describeUserActivity(entry)).toBe(sentence)
    expect(entry).toMatchObject({ userId, userAgent, timestamp: services.clock.now() })
    const stored = JSON.stringify((await entriesOf(userId)).map(({ details }) => details))
    expect(stored).not.toMatch(/@example|network-|correct horse|battery staple/)
  })

  it('and its entry are written together or not at all', async () => {
    const { act } = await prepare()
    const before = await readEffects()
    await services.db.execute(sql`alter table user_activity add constraint refused check (id = '') not valid`)
    try {
      await act().catch(() => {})
    } finally {
      await services.db.execute(sql`alter table user_activity drop constraint refused`)
    }
    expect(await readEffects()).toBe(before)
    services.log.lines.length = 0
    await act().catch(() => {})
    expect(await readEffects()).not.toBe(before)
  })

  it('leaves no entry when it is rolled back', async () => {
    const { userId, act } = await prepare()
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

describe('invited', () => {
  it('is noted with the role and who invited, for an account that begins with it', async () => {
    await meet()
    const merchantIds = [(await insertMerchant(services)).id]
    const email = `${services.ids.newId('inv').replace('_', '.')}@example.test`.toLowerCase()
    const outcome = await as(admin).users.invite({ email, role: 'merchant_viewer', merchantIds })
    const [entry] = await as(admin).activity.ofUser({ userId: outcome.userId ?? '' })
    expect(entry && describeUserActivity(entry)).toBe('Invited as merchant viewer by Maya Lindqvist')
  })

  it('on the command line names nobody', async () => {
    await meet()
    await createFirstAdministrator(services, 'first@example.test')
    const [user] = await services.db.select().from(users).where(eq(users.email, 'first@example.test'))
    const [entry] = await as(admin).activity.ofUser({ userId: user?.id ?? '' })
    expect(entry && describeUserActivity(entry)).toBe('Invited as quaff admin')
  })

  it('is not noted for an address that is taken', async () => {
    const { email } = await meet()
    const before = await services.db.$count(userActivity)
    const outcome = await as(admin).users.invite({ email, role: 'quaff_admin', merchantIds: [] })
    expect([outcome.success, await services.db.$count(userActivity)]).toEqual([false, before])
  })
})
