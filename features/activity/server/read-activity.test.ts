import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { merchantSignups } from '@quaff/features/signup/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listRecentActivity } from './read-activity'

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
afterEach(() => services.database.truncate())

const read = async (limit = 100, own = services) => listRecentActivity(contextAs(own, await asAdmin(own)), { limit })
const countOf = (items: { id: string }[], kind: string) => items.filter(({ id }) => id.startsWith(`${kind}:`)).length
const subscribe = (rows: { id: string; at: Date; userId?: string }[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map(({ id, at, userId }) => ({
        id,
        merchantId: 'mer_0',
        userId,
        status: 'active',
        amountMinor: 100,
        createdAt: at,
        updatedAt: at,
      })),
    ),
  )

async function recordAudits(count: number, at: (index: number) => Date, own = services): Promise<void> {
  const rows = range(count).map((index) => ({
    id: `aud_${index}`,
    // Rows of one kind would be grouped.
    action: `update_thing_${index}`,
    targetType: 'merchant',
    targetId: 'mer_0',
    merchantId: 'mer_0',
    adminEmail: 'maya@example.test',
    occurredAt: at(index),
  }))
  await own.db.insert(adminAuditLogs).values(rows)
}

describe('recent activity', () => {
  it('§9 takes at most 10 merchants, 20 audit rows and 15 subscriptions', async () => {
    await insertMerchants(
      services,
      range(12).map((index) => ({ id: `mer_${index}`, createdAt: daysAgo(index / 10) })),
    )
    await recordAudits(25, (index) => daysAgo(index / 10))
    await subscribe(range(18).map((index) => ({ id: `sub_${index}`, at: daysAgo(index / 10) })))
    const { items, notices } = await read()
    expect([countOf(items, 'merchant'), countOf(items, 'audit'), countOf(items, 'subscription')]).toEqual([10, 20, 15])
    expect(notices).toEqual([])
    expect(items.map(({ timestamp }) => timestamp.getTime())).toEqual(
      items.map(({ timestamp }) => timestamp.getTime()).toSorted((a, b) => b - a),
    )
    expect((await read(10)).items).toHaveLength(10)
  })

  it('§9 goes back exactly seven days', async () => {
    const [inside, outside] = [daysAgo(7), new Date(daysAgo(7).getTime() - 1)]
    await insertMerchants(services, [
      { id: 'mer_0', createdAt: inside },
      { id: 'mer_1', createdAt: outside },
    ])
    await recordAudits(2, (index) => (index === 0 ? inside : outside))
    await subscribe([
      { id: 'sub_in', at: inside },
      { id: 'sub_out', at: outside },
    ])
    const { items } = await read()
    expect(items.map(({ id }) => id).toSorted()).toEqual([
      'audit:aud_0',
      'merchant:mer_0',
      'subscription:sub_in:subscription_created',
    ])
  })

  it('§9 falls back to the latest five merchants when none is new', async () => {
    await insertMerchants(
      services,
      range(7).map((index) => ({ id: `mer_${index}`, createdAt: daysAgo(20 + index) })),
    )
    expect((await read()).items.map(({ merchantId }) => merchantId)).toEqual(range(5).map((index) => `mer_${index}`))
  })

  it('§4 §G30 knows the first subscription of a user', async () => {
    await insertMerchants(services, [{ id: 'mer_0', createdAt: daysAgo(1) }])
    const user = await asOwner(services, [])
    await subscribe([
      { id: 'sub_1', at: daysAgo(3), userId: user.userId },
      { id: 'sub_2', at: daysAgo(2), userId: user.userId },
    ])
    const { items } = await read()
    expect(
      items.filter(({ type }) => type === 'user_subscribed').map(({ metadata }) => metadata?.['subscriptionId']),
    ).toEqual(['sub_1'])
    expect(items.filter(({ type }) => type === 'subscription_created')).toHaveLength(1)
  })

  it('§9 reports a surge above 50 redemptions in the last hour', async () => {
    await insertMerchants(services, [{ id: 'mer_0', name: 'Foxglove', createdAt: daysAgo(30) }])
    const redeem = (numbers: number[]) =>
      inTransaction(services, (tx) =>
        writeRedemptions(
          services,
          tx,
          numbers.map((number) => ({
            id: `red_${number}`,
            merchantId: 'mer_0',
            redeemedAt: new Date(now.getTime() - 3_599_000),
          })),
        ),
      )
    await redeem(range(50))
    expect((await read()).items.map(({ type }) => type)).not.toContain('redemption_surge')
    await redeem([50])
    expect((await read()).items[0]).toMatchObject({
      type: 'redemption_surge',
      title: '51 redemptions in the last hour',
      description: '51 of them at Foxglove',
    })
  })

  it('folds by person, kind and platform day, each with the time of the last, newest first', async () => {
    await insertMerchants(services, [{ id: 'mer_0', name: 'Foxglove', createdAt: daysAgo(30) }])
    const maya = await asAdmin(services, { displayName: 'Maya' })
    const olga = await asAdmin(services, { displayName: 'Olga' })
    const row = (id: string, action: string, by: UserActor, at: Date) => ({
      id,
      action,
      targetType: 'merchant',
      targetId: 'mer_0',
      merchantId: 'mer_0',
      adminUserId: by.userId,
      occurredAt: at,
    })
    await services.db
      .insert(adminAuditLogs)
      .values([
        ...range(7).map((index) => row(`aud_a${index}`, 'approve_merchant', maya, daysAgo(index / 100))),
        row('aud_b', 'approve_merchant', maya, daysAgo(1)),
        row('aud_c', 'approve_merchant', olga, daysAgo(2)),
        ...range(30).map((index) => row(`aud_x${index}`, 'export_users', olga, daysAgo(1 + index / 1_000))),
        row('aud_i', 'invite_user', olga, daysAgo(0.5)),
      ])
    const { items } = await read(100)
    expect(items.slice(0, 5).map(({ title, description }) => description || title)).toEqual([
      'Maya approved Foxglove and 6 more',
      'Olga invited a user.',
      'Maya approved Foxglove',
      'Olga exported users and 29 more.',
      'Olga approved Foxglove',
    ])
  })

  it('§G30 has the applications of the partner pages, without the registrations behind them', async () => {
    const ofUser = (id: string, action: string, after: Record<string, unknown>) => ({
      id,
      action,
      after,
      targetType: 'user',
      targetId: 'usr_sgn_new',
      adminEmail: 'maya@example.test',
      occurredAt: now,
    })
    const decision = { action: 'approve_signup', targetType: 'signup', targetId: 'sgn_new' }
    await services.db
      .insert(adminAuditLogs)
      .values([
        ofUser('aud_r', 'register_user', { applicationId: 'app_sgn_new' }),
        ofUser('aud_a', 'approve_registration', { venueName: 'Harbour sgn_new' }),
        { ...ofUser('aud_s', 'approve_signup', { name: 'Harbour sgn_new' }), ...decision },
        ofUser('aud_o', 'approve_registration', { displayName: 'Olga' }),
      ])
    const row = (id: string, createdAt: Date) => ({
      id,
      keyHash: id,
      kind: 'signup' as const,
      email: `${id}@harbour.test`,
      contactName: 'Ada',
      businessName: `Harbour ${id}`,
      applicationId: `app_${id}`,
      userId: `usr_${id}`,
      createdAt,
    })
    await services.db.insert(merchantSignups).values([row('sgn_new', daysAgo(1)), row('sgn_old', daysAgo(8))])
    expect((await read()).items).toMatchObject([
      { description: 'maya@example.test approved the registration of Olga.' },
      { description: 'maya@example.test approved the application Harbour sgn_new.' },
      {
        type: 'merchant_application_submitted',
        title: 'Harbour sgn_new submitted an application',
        metadata: { signupId: 'sgn_new' },
      },
    ])
  })

  it('links neither to a deleted merchant nor to a deleted person', async () => {
    await services.db.insert(adminAuditLogs).values(
      [
        {
          id: 'aud_m',
          action: 'delete_merchant',
          targetType: 'merchant',
          targetId: 'mer_gone',
          merchantId: 'mer_gone',
        },
        { id: 'aud_u', action: 'delete_user', targetType: 'user', targetId: 'usr_gone' },
      ].map((details) => ({
        ...details,
        before: { name: 'Gone Bar' },
        adminEmail: 'maya@example.test',
        occurredAt: now,
      })),
    )
    expect(
      (await read()).items.map(({ description, merchantId, userId }) => [description, merchantId, userId]),
    ).toEqual([
      ['maya@example.test deleted Gone Bar.', undefined, undefined],
      ['maya@example.test deleted Gone Bar.', undefined, undefined],
    ])
  })

  it('is for administrators only', async () => {
    const owner = contextAs(services, await asOwner(services, ['mer_0']))
    await expect(listRecentActivity(owner, { limit: 10 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('recent activity when a source fails (spec §8)', () => {
  it('§8 keeps the other sources and says what is missing', async () => {
    const broken = await createTestServices()
    await insertMerchants(broken, [{ id: 'mer_0', createdAt: daysAgo(1) }])
    await broken.db.execute(sql`drop table subscriptions cascade`)
    expect(await read(10, broken)).toMatchObject({ notices: ['subscriptions'], items: [{ id: 'merchant:mer_0' }] })
    await broken.db.execute(sql`drop table admin_audit_logs`)
    const partly = await read(10, broken)
    expect(partly.notices.toSorted()).toEqual(['setup', 'subscriptions'])
    expect(partly.items).toMatchObject([{ id: 'merchant:mer_0' }])
    await broken.db.execute(sql`drop table merchants cascade`)
    expect((await read(10, broken)).items).toMatchObject([{ title: 'Activity Feed Setup' }])
    await broken.close()
  })

  it('§8 says so if the database denies permission', async () => {
    const broken = await createTestServices()
    await recordAudits(1, () => daysAgo(1), broken)
    await broken.db.execute(sql`create function refuse() returns boolean language plpgsql as $$
      begin raise exception 'permission denied for table admin_audit_logs' using errcode = 'insufficient_privilege'; end $$`)
    await broken.db.execute(sql`alter table admin_audit_logs rename to hidden_logs`)
    await broken.db.execute(sql`create view admin_audit_logs as select * from hidden_logs where refuse()`)
    const { items, notices } = await read(10, broken)
    expect(items).toMatchObject([{ title: 'Activity Feed Setup' }])
    expect(notices).toEqual(['setup', 'permissions'])
    await broken.close()
  })
})
