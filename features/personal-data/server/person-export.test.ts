import { createRouterClient } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { importDocuments } from '@quaff/features/imports/testing/import-run-factory'
import { usersRouter } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertKnownPerson, marks } from '../testing/known-person-factory'
import { erasePerson } from './erase-person'
import { exportPerson } from './person-export'
import { personSections } from './person-sections'

let services: TestServices
let admin: TestContext
beforeEach(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  return () => services.close()
})

type File = Record<string, Record<string, unknown>[]>
async function textOf(userId: string): Promise<string> {
  const pieces: string[] = []
  for await (const piece of (await exportPerson(admin, { userId })).chunks) pieces.push(String(piece))
  return pieces.join('')
}

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await services.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    where a.attname = ${column} and n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`)
  return rows.map(({ name }) => name).toSorted()
}

/** Tables that name a person in that column; their actions as staff are in the log. */
const sectionOf: Record<string, string> = {
  user_merchants: 'merchants',
  admin_records: 'account',
  pending_invitations: 'invitation',
  import_invitations: 'importInvitation',
  user_activity: 'activity',
  sessions: 'sessions',
  one_time_secrets: 'mailedCodes',
  second_factors: 'authenticatorApp',
  passkeys: 'passkeys',
  single_sign_on_links: 'singleSignOn',
  notification_preferences: 'notificationPreferences',
  merchant_applications: 'applications',
  subscriptions: 'subscriptions',
  subscription_charges: 'charges',
  redemptions: 'redemptions',
  merchant_signups: 'merchantSignups',
  signup_submissions: 'formSubmissions',
  subscription_affiliates: 'affiliateSubscriptions',
}

/** Each purpose of an emailed secret belongs to one of these. */
const ofSecrets = ['mailedLinks', 'mailedCodes', 'emailChanges']

const ofSubscription: Record<string, string | null> = {
  subscription_affiliates: 'affiliateSubscriptions',
  subscription_charges: 'charges',
  subscription_events: 'subscriptionEvents',
  redemptions: 'redemptions',
  refunds: 'refunds',
  // Bookkeeping with the merchant and the payment provider about charges and refunds that the file holds.
  charge_billings: null,
  charge_holds: null,
  payment_links: null,
  payout_adjustments: null,
  payout_charges: null,
  // Sums of the events that the file holds.
  subscription_moves: null,
  subscription_moves_due: null,
}

describe('the file of a person', () => {
  it('holds what every table knows', async () => {
    const { userId, merchantId } = await insertKnownPerson(services)
    const file: File = JSON.parse(await textOf(userId))
    expect(file['account']).toMatchObject([
      { id: userId, email: marks.email, displayName: marks.name, phoneNumber: marks.phone, hasPassword: true },
    ])
    expect(file['merchants']).toEqual([{ merchantId, name: 'Half Moon' }])
    expect(file['sessions']).toMatchObject([{ userAgent: marks.device, network: '203.0.113.99' }])
    expect(file['emailChanges']).toMatchObject([{ newEmail: marks.wantedEmail }])
    expect(file['singleSignOn']).toMatchObject([{ issuer: 'https://id.example.com/', subject: marks.note }])
    expect(file['mailedLinks']?.map(({ email }) => email).toSorted()).toEqual(
      [marks.email, marks.formerEmail].toSorted(),
    )
    expect(file['merchantInvitations']).toMatchObject([
      { email: marks.email, displayName: marks.note, merchantId, role: 'merchant_viewer' },
    ])
    expect(file['activity']).toMatchObject([{ action: 'sign_in', details: { method: marks.note } }])
    expect(file['passkeys']).toMatchObject([{ name: marks.note, isSynced: false, lastUsedAt: null }])
    expect(file['subscriptions']?.map(({ id }) => id)).toEqual(['sub_runs', 'sub_over'])
    expect(file['refunds']).toMatchObject([{ subscriptionId: 'sub_runs', amountMinor: 400, reason: marks.note }])
    expect(file['redemptions']).toHaveLength(3)
    expect(file['mails']?.map(({ template }) => template).toSorted()).toEqual(['given_up', 'news', 'sent'])
    expect(Object.keys(file['mails']?.[0] ?? {}).toSorted()).toEqual(['at', 'id', 'sentAt', 'template'])
    expect(file['auditLog']).toMatchObject([{ action: 'export_user', targetId: userId, byThemself: false }])
  })

  it('holds what they sent at forms that need no account, each answer beside its question', async () => {
    const { userId, sent } = await insertKnownPerson(services)
    const file: File = JSON.parse(await textOf(userId))
    expect(file['waitlists']).toMatchObject([
      { id: sent.entryId, email: marks.email, name: marks.name, notes: marks.note, referredBy: sent.referrerId },
    ])
    expect(file['waitlists']?.[0]?.['answers']).toEqual({ Drink: marks.note, 'API token': '••••eave' })
    expect(file['merchantSignups']).toMatchObject([{ id: sent.signupId, contactName: marks.name }])
    expect(file['formSubmissions']).toMatchObject([{ id: sent.submissionId, businessName: marks.name }])
    expect(file['formSubmissions']?.[0]?.['answers']).toContainEqual({ question: 'Email', answer: marks.email })
    expect(file['formPictures']?.map(({ id }) => id).toSorted()).toEqual(sent.pictures.toSorted())
    expect(file['mailboxCodes']?.map(({ what }) => what).toSorted()).toEqual(['code', 'proof'])
    expect(file['affiliateLinks']).toMatchObject([{ id: sent.linkId }])
    expect(file['affiliateSubscriptions']).toMatchObject([{ subscriptionId: 'sub_runs', code: 'SPRING' }])
  })

  it('§0014 holds what an old system said of them beyond what has a place here, and of no one else', async () => {
    const time = '2024-01-01T00:00:00Z'
    await importDocuments(services, {
      'users/old': { email: 'old@example.test', nickname: 'Annie', apiToken: 'abcdefgh', createdAt: time },
      'users/old/redemptions/r1': { merchantId: 'm1', redeemedAt: time, device: 'phone' },
      'users/old/payments/p1': { card: 'visa' },
      'users/older/payments/p1': { card: 'of another person' },
      'users/other': { email: 'other@example.test', nickname: 'Theirs', createdAt: time },
    })
    const file: File = JSON.parse(await textOf('old'))
    expect(file['importedFields']).toEqual([
      { path: 'users/old', fields: { nickname: 'Annie', apiToken: '••••efgh' } },
      { path: 'users/old/payments/p1', fields: { card: 'visa' } },
      { path: 'users/old/redemptions/r1', fields: { device: 'phone' } },
    ])
  })

  it('has a part for every table that names a person', async () => {
    expect(await tablesWith('user_id')).toEqual(Object.keys(sectionOf).toSorted())
    expect(await tablesWith('subscription_id')).toEqual(Object.keys(ofSubscription).toSorted())
    const sections = [...Object.values(sectionOf), ...Object.values(ofSubscription)].filter((name) => name !== null)
    const names = personSections(services.db, { id: 'usr_1', email: '' }).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...new Set(sections), ...ofSecrets, 'mails', 'auditLog']))
  })

  it('holds no hash, token or secret, and no one else', async () => {
    const { userId } = await insertKnownPerson(services)
    const { rows } = await services.db.execute<{ secret: string }>(sql`
      select password_hash as secret from users where password_hash is not null
      union all select token_hash from sessions union all select hash from one_time_secrets
      union all select key_hash from merchant_signups union all select key_hash from signup_submissions
      union all select secret_encrypted from second_factors union all select unnest(recovery_hashes) from second_factors
      union all select credential_id from passkeys union all select public_key from passkeys`)
    const text = await textOf(userId)
    for (const secret of [marks.secret, ...rows.map((row) => row.secret)]) expect(text).not.toContain(secret)
    expect(rows.length).toBeGreaterThan(5)
    expect(text).not.toContain('Test Person')
    expect(text).not.toMatch(/hash|tokenH/i)
    const { actor } = admin
    expect(text).not.toContain(actor.kind === 'user' ? actor.email : 'unknown')
  })

  it('tells neither which administrator did something nor with which program', async () => {
    const { userId } = await insertKnownPerson(services)
    const people = contextAs(services, admin.actor, { userAgent: 'AdministratorsBrowser/1.0' })
    await createRouterClient(usersRouter, { context: people }).updatePerson({
      userId,
      version: 1,
      displayName: marks.name,
      phoneNumber: '',
    })
    const text = await textOf(userId)
    expect(text).not.toContain('AdministratorsBrowser')
    expect(text).not.toContain(people.actor.kind === 'user' ? people.actor.userId : 'unknown')
    const file: File = JSON.parse(text)
    expect(file['activity']).toMatchObject([
      { action: 'profile_updated', byThemself: false, details: {}, userAgent: null },
      { action: 'sign_in', byThemself: true, details: { method: marks.note }, userAgent: marks.device },
    ])
  })

  it('has every redemption once, however many pages', async () => {
    const { userId } = await insertKnownPerson(services, { redemptionCount: 1_003 })
    const file: File = JSON.parse(await textOf(userId))
    const ids = file['redemptions']?.map(({ id }) => String(id)) ?? []
    expect(ids).toHaveLength(1_003)
    expect(new Set(ids).size).toBe(1_003)
  })

  it('of an erased person holds the figures alone', async () => {
    const { userId } = await insertKnownPerson(services)
    await erasePerson(admin, { userId, version: 1, confirmEmail: marks.email })
    const text = await textOf(userId)
    expect(text).not.toContain('canary')
    expect(text).not.toContain(marks.name)
    const file: File = JSON.parse(text)
    expect(file['redemptions']).toHaveLength(3)
    expect(file['activity']).toEqual([])
  })
})

describe('exporting a person', () => {
  it('is audited, and noted with anyone who did it', async () => {
    const { id } = await insertUser(services)
    const { fileName, contentType } = await exportPerson(admin, { userId: id })
    expect(fileName).toMatch(new RegExp(`^person-${id}-\\d{4}-\\d{2}-\\d{2}\\.json$`))
    expect(contentType).toBe('application/json; charset=utf-8')
    const rows = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
    expect(rows).toMatchObject([{ action: 'export_user' }])
    expect(await services.db.select().from(userActivity)).toMatchObject([
      { action: 'export', details: { what: 'person', format: 'json' } },
    ])
  })

  it('takes an administrator who signed in within five minutes, and a person', async () => {
    const { id } = await insertUser(services)
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])])
      await expect(exportPerson(contextAs(services, actor), { userId: id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    await expect(exportPerson(admin, { userId: 'usr_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    services.clock.advance(5 * 60_000 + 1)
    await expect(exportPerson(admin, { userId: id })).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
    expect(await services.db.$count(adminAuditLogs)).toBe(0)
  })
})
