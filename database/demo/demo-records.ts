import type { merchantApplications } from '@quaff/features/merchants/tables'
import type { userActivity } from '@quaff/features/activity/tables'
import type { adminAuditLogs } from '@quaff/platform/server/tables'
import { setupAccount } from './accounts'
import { demoId } from './chance'
import type { Chance } from './chance'
import type { DemoMerchant } from './demo-merchants'
import type { DemoPeople, DemoUser } from './demo-people'
import type { DemoPlan } from './demo-plans'

export type DemoAudit = Omit<typeof adminAuditLogs.$inferInsert, 'sequence'>

const hourMs = 3_600_000
type World = { merchants: readonly DemoMerchant[]; plans: readonly DemoPlan[]; people: DemoPeople }

/** What administrators did, mostly in the last seven days, oldest first as an audit log grows. */
export function planAudit(now: Date, { merchants, plans, people }: World): DemoAudit[] {
  const [first, second] = merchants
  const [administrator, , , , colleague] = people.users
  const approved = merchants.filter(
    ({ status, statusChangedAt }) => status === 'active' && now.getTime() - statusChangedAt.getTime() < 168 * hourMs,
  )
  const plan = (number: number) => plans[number % Math.max(plans.length, 1)]
  const steps: [
    hoursAgo: number,
    action: string,
    targetType: string,
    targetId: string | undefined,
    merchantId: string | undefined,
    after: Record<string, unknown>,
  ][] = [
    ...approved.map((merchant): (typeof steps)[number] => [
      hoursSince(now, merchant.statusChangedAt),
      'approve_merchant',
      'merchant',
      merchant.id,
      merchant.id,
      { status: 'active', name: merchant.name },
    ]),
    [1.2, 'create_plan', 'plan', plan(1)?.id, plan(1)?.merchantId, { name: plan(1)?.name }],
    [21, 'generate_payout', 'payout', demoId('pay', 1), first?.id, { period: 'last month' }],
    [26, 'grant_admin', 'user', colleague?.id, undefined, { role: 'quaff_admin' }],
    [31, 'update_merchant', 'merchant', second?.id, second?.id, { description: second?.description }],
    [44, 'create_plan', 'plan', plan(6)?.id, plan(6)?.merchantId, { name: plan(6)?.name }],
    [70, 'update_plan', 'plan', plan(2)?.id, plan(2)?.merchantId, { name: plan(2)?.name }],
    [92, 'generate_payout', 'payout', demoId('pay', 2), second?.id, { period: 'last month' }],
    [120, 'export_users', 'user', 'all', undefined, { format: 'csv' }],
    [150, 'update_merchant', 'merchant', first?.id, first?.id, { website: first?.website }],
    [400, 'create_merchant', 'merchant', first?.id, first?.id, { name: first?.name }],
  ]
  return steps
    .toSorted(([one], [other]) => other - one)
    .flatMap(([hoursAgo, action, targetType, targetId, merchantId, after], index) => {
      const actor = index % 3 === 1 ? colleague : administrator
      if (targetId === undefined || !actor) return []
      const occurredAt = new Date(now.getTime() - hoursAgo * hourMs)
      return [
        {
          ...{
            id: demoId('aud', index + 1),
            action,
            targetType,
            targetId,
            merchantId: merchantId ?? null,
            after,
            occurredAt,
          },
          ...{ adminUserId: actor.id, adminEmail: actor.email },
        },
      ]
    })
}

/** Who signed in and out in the last weeks. */
export function planUserActivity(
  chance: Chance,
  now: Date,
  users: readonly DemoUser[],
): (typeof userActivity.$inferInsert)[] {
  const actions = ['sign_in', 'sign_out', 'profile_updated', 'reauthenticated'] as const
  return users
    .filter(({ status, role }) => status === 'active' && role !== 'customer')
    .flatMap((user, index) =>
      Array.from({ length: 3 }, (_, number) => ({
        id: demoId('act', index * 10 + number + 1),
        userId: user.id,
        action: actions[number === 0 ? 0 : chance.whole(0, 3)] ?? actions[0],
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
        occurredAt: new Date(now.getTime() - chance.next() * 20 * 24 * hourMs),
      })),
    )
}

/** One per merchant in review or in setup, and that of the owner who has none yet. */
export function planApplications(
  now: Date,
  { merchants, people }: World,
): (typeof merchantApplications.$inferInsert)[] {
  const open = merchants.filter(
    ({ status }) => status === 'pending_review' || status === 'pending' || status === 'rejected',
  )
  const ofMerchants = open.map((merchant, index) => ({
    id: demoId('app', index + 2),
    userId: people.ownerOf.get(merchant.id) ?? null,
    merchantId: merchant.id,
    status: merchant.applicationStatus ?? 'submitted',
    business: {
      name: merchant.name,
      businessName: merchant.businessName,
      email: merchant.contactEmail,
      businessType: merchant.businessType,
    },
    settings: { isLive: true },
    createdAt: merchant.createdAt,
    updatedAt: merchant.updatedAt,
  }))
  const started = new Date(now.getTime() - 40 * hourMs)
  const setup = {
    ...{ id: demoId('app', 1), userId: people.setupUserId, merchantId: null, status: 'pending_setup' },
    business: { name: 'Velvet Anchor Coffee', businessName: 'Velvet Anchor Coffee', email: setupAccount.email },
    ...{ createdAt: started, updatedAt: started },
  }
  return [setup, ...ofMerchants]
}

const hoursSince = (now: Date, at: Date) => (now.getTime() - at.getTime()) / hourMs
