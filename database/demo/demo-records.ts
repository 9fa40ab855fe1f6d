import type { userActivity } from '@quaff/features/activity/tables'
import type { merchantApplications } from '@quaff/features/merchants/tables'
import type { adminAuditLogs } from '@quaff/platform/server/tables'
import { setupAccount } from './accounts'
import { demoId } from './chance'
import type { Chance } from './chance'
import type { DemoMerchant } from './demo-merchants'
import { grantedAt, type DemoPeople, type DemoUser } from './demo-people'
import type { DemoPlan } from './demo-plans'
import type { DemoPayout } from './plan-payouts'

export type DemoAudit = Omit<typeof adminAuditLogs.$inferInsert, 'sequence'>

const hourMs = 3_600_000
type World = { merchants: readonly DemoMerchant[]; plans: readonly DemoPlan[]; people: DemoPeople }
type Step = Pick<DemoAudit, 'action' | 'targetType' | 'occurredAt' | 'after'> & {
  targetId: string | undefined
  merchantId?: string | undefined
  actor: DemoUser | undefined
}

/** Returns audit rows that match the records, oldest first. */
export function planAudit(now: Date, { payouts, ...world }: World & { payouts: readonly DemoPayout[] }): DemoAudit[] {
  const { merchants, people } = world
  const [first] = merchants
  const [administrator, , , , colleague] = people.users
  const exported: Step = {
    action: 'export_users',
    targetType: 'user',
    targetId: 'all',
    after: { format: 'csv' },
    actor: colleague,
    occurredAt: new Date(now.getTime() - 120 * hourMs),
  }
  const created: Step[] = first
    ? [
        {
          action: 'create_merchant',
          targetType: 'merchant',
          targetId: first.id,
          merchantId: first.id,
          after: { name: first.name },
          actor: administrator,
          occurredAt: first.createdAt,
        },
      ]
    : []
  const granted = people.admins.find(({ updatedAt }) => updatedAt.getTime() === grantedAt(now).getTime())
  const promoted: Step = {
    action: 'grant_admin',
    targetType: 'user',
    targetId: granted?.userId,
    after: { role: granted?.role },
    actor: administrator,
    occurredAt: grantedAt(now),
  }
  return [
    exported,
    promoted,
    ...created,
    ...stepsOfMerchants(world),
    ...stepsOfPlans(world),
    ...stepsOfPayouts(world, payouts),
  ]
    .toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
    .flatMap(({ actor, targetId, merchantId = null, ...step }, index) =>
      targetId === undefined || !actor
        ? []
        : [
            {
              ...step,
              id: demoId('aud', index + 1),
              targetId,
              merchantId,
              adminUserId: actor.id,
              adminEmail: actor.email,
            },
          ],
    )
}

function stepsOfMerchants({ merchants, people }: World) {
  const [administrator, , , , colleague] = people.users
  return merchants.flatMap((merchant, index) => {
    const of = { targetType: 'merchant', targetId: merchant.id, merchantId: merchant.id }
    const actor = index % 3 === 1 ? colleague : administrator
    const approved: Step = {
      ...of,
      actor,
      action: 'approve_merchant',
      occurredAt: merchant.statusChangedAt,
      after: { status: 'active', name: merchant.name },
    }
    const edited: Step = {
      ...of,
      actor,
      action: 'update_merchant',
      occurredAt: merchant.updatedAt,
      after: index === 0 ? { website: merchant.website } : { description: merchant.description },
    }
    return [
      ...(merchant.status === 'active' ? [approved] : []),
      ...(merchant.updatedAt > merchant.statusChangedAt ? [edited] : []),
    ]
  })
}

/** Owners create the plans. */
function stepsOfPlans({ plans, people }: World) {
  return plans.flatMap((plan) => {
    const owner = people.users.find(({ id }) => id === people.ownerOf.get(plan.merchantId))
    const of = { targetType: 'plan', targetId: plan.id, merchantId: plan.merchantId, actor: owner }
    const made: Step = { ...of, action: 'create_plan', after: { name: plan.name }, occurredAt: plan.createdAt }
    const changed: Step = { ...made, action: 'update_plan', occurredAt: plan.updatedAt }
    return plan.updatedAt > plan.createdAt ? [made, changed] : [made]
  })
}

function stepsOfPayouts({ merchants, people }: World, payouts: readonly DemoPayout[]): Step[] {
  return payouts.map((payout) => ({
    action: 'generate_payout',
    targetType: 'payout',
    targetId: payout.id,
    merchantId: payout.merchantId,
    actor: people.users[0],
    occurredAt: payout.generatedAt,
    after: {
      merchant: merchants.find(({ id }) => id === payout.merchantId)?.name,
      period: payout.period,
      currency: payout.currency,
      status: 'draft',
      netMinor: payout.netMinor,
    },
  }))
}

/** Returns sign-ins and sign-outs of the last weeks. */
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
        occurredAt: activeAt(now, user, number === 0 ? 0 : chance.next()),
      })),
    )
}

/** Returns a time within the three weeks before the last activity, but not before the account existed. */
function activeAt(now: Date, { createdAt, lastActiveAt }: DemoUser, share: number) {
  const last = (lastActiveAt ?? now).getTime()
  return new Date(last - share * Math.min(20 * 24 * hourMs, last - createdAt.getTime()))
}

/** Returns one application per merchant in review, in setup or rejected, and that of the owner without a merchant. */
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
    id: demoId('app', 1),
    userId: people.setupUserId,
    merchantId: null,
    status: 'pending_setup',
    business: { name: 'Velvet Anchor Coffee', businessName: 'Velvet Anchor Coffee', email: setupAccount.email },
    createdAt: started,
    updatedAt: started,
  }
  return [setup, ...ofMerchants]
}
