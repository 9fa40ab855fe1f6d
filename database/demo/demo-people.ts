import type { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import type { merchantInvitations } from '@quaff/features/sign-in/tables'
import { adminRole } from '@quaff/platform/server'
import { demoAccounts, setupAccount } from './accounts'
import { type Chance, demoId } from './chance'
import type { DemoMerchant } from './demo-merchants'
import { personName, slug } from './names'

export type DemoUser = typeof users.$inferInsert
export type DemoPeople = {
  users: DemoUser[]
  merchantsOf: (typeof userMerchants.$inferInsert)[]
  admins: { userId: string; role: string; updatedAt: Date }[]
  invitations: (typeof pendingInvitations.$inferInsert)[]
  /** The person behind a merchant, by merchant id. */
  ownerOf: Map<string, string>
  setupUserId: string
}

type Person = Partial<DemoUser> & { role: string; merchantIds?: readonly string[]; invited?: boolean; ageDays?: number }

const dayMs = 86_400_000
const invitationMs = 3 * dayMs

/** The time at which the newest administrator was granted the role. */
export const grantedAt = (now: Date) => new Date(now.getTime() - 26 * 3_600_000)

/** Returns everyone except customers. The three demo accounts come first. */
export function planPeople(
  chance: Chance,
  now: Date,
  merchants: readonly DemoMerchant[],
  passwordHashes: ReadonlyMap<string, string>,
): DemoPeople {
  const people: DemoPeople = {
    users: [],
    merchantsOf: [],
    admins: [],
    invitations: [],
    ownerOf: new Map(),
    setupUserId: '',
  }
  const ids = merchants.map(({ id }) => id)
  const [administrator, owner, viewer] = demoAccounts
  const known = (account: { email: string; displayName: string }) => ({
    email: account.email,
    displayName: account.displayName,
    passwordHash: passwordHashes.get(account.email) ?? null,
  })
  add({ ...known(administrator), role: adminRole })
  add({ ...known(owner), role: 'merchant_owner', merchantIds: ids.slice(0, 2) })
  add({ ...known(viewer), role: 'merchant_viewer', merchantIds: ids.slice(0, 1) })
  people.setupUserId = add({ ...known(setupAccount), role: 'merchant_owner', ageDays: 2 }).id
  const [colleague, youngest] = [add({ ...named(), role: adminRole }), add({ ...named(), role: adminRole })]
  // People who approved the first merchants must be older than these.
  for (const elder of [people.users[0], people.users[1], colleague]) if (elder) beThere(elder, 700)
  youngest.updatedAt = grantedAt(now)
  for (const admin of people.admins) if (admin.userId === youngest.id) admin.updatedAt = grantedAt(now)
  add({ ...named(), role: 'regional_lead', claims: { role: 'regional_lead' } })
  for (const merchant of merchants.slice(2)) {
    add({ ...named(merchant), role: 'merchant_owner', merchantIds: [merchant.id], ageDays: ageOf(merchant) })
  }
  for (const merchant of merchants.filter((_, index) => index % 3 === 0)) {
    add({ ...named(merchant), role: 'merchant_viewer', merchantIds: [merchant.id], ageDays: ageOf(merchant) * 0.7 })
  }
  for (let index = 0; index < 4; index++) {
    const role = index % 2 === 0 ? 'merchant_owner' : 'merchant_viewer'
    add({ ...named(), role, status: 'pending', merchantIds: [ids[index] ?? ''], invited: true, ageDays: index + 0.4 })
  }
  for (let index = 0; index < 3; index++)
    add({ ...named(), role: 'customer', status: 'pending_approval', ageDays: index * 2 + 0.3 })
  add({ ...named(), role: 'merchant_viewer', status: 'suspended', merchantIds: ids.slice(1, 2) })
  add({ ...named(), role: 'customer', status: 'suspended' })
  add({
    ...named(),
    role: 'customer',
    status: 'rejected',
    rejectionReason: 'We couldn’t find a venue at this address.',
  })
  return people

  function beThere(user: DemoUser, days: number): void {
    user.createdAt = user.updatedAt = user.statusUpdatedAt = new Date(now.getTime() - days * dayMs)
  }

  function named(merchant?: DemoMerchant): Pick<DemoUser, 'email' | 'displayName'> {
    const displayName = personName(chance)
    const domain = merchant ? slug(merchant.name) : 'quaff-people'
    return { displayName, email: `${slug(displayName)}.${people.users.length + 1}@${domain}.test` }
  }

  function ageOf(merchant: DemoMerchant): number {
    return (now.getTime() - merchant.createdAt.getTime()) / dayMs
  }

  function add({
    merchantIds = [],
    invited = false,
    ageDays = 460 + chance.next() * 100,
    ...details
  }: Person): DemoUser {
    const id = demoId('usr', people.users.length + 1)
    const createdAt = new Date(now.getTime() - ageDays * dayMs)
    const isActive = (details.status ?? 'active') === 'active'
    const user: DemoUser = {
      id,
      email: '',
      displayName: null,
      status: 'active',
      emailVerified: isActive,
      createdAt,
      updatedAt: createdAt,
      statusUpdatedAt: createdAt,
      lastActiveAt: isActive ? new Date(now.getTime() - chance.next() * Math.min(ageDays, 6) * dayMs) : null,
      phoneNumber: chance.next() < 0.4 ? `+1555${String(chance.whole(2_000_000, 9_999_999))}` : null,
      ...details,
    }
    people.users.push(user)
    people.merchantsOf.push(...merchantIds.map((merchantId, position) => ({ userId: id, merchantId, position })))
    if (details.role !== 'customer' && !details.claims)
      people.admins.push({ userId: id, role: details.role, updatedAt: createdAt })
    if (details.role === 'merchant_owner' && isActive)
      for (const merchantId of merchantIds) people.ownerOf.set(merchantId, people.ownerOf.get(merchantId) ?? id)
    if (invited)
      people.invitations.push({
        userId: id,
        role: details.role,
        merchantIds: [...merchantIds],
        createdAt,
        invitedBy: demoId('usr', 1),
      })
    return user
  }
}

type DemoMerchantInvitation = typeof merchantInvitations.$inferInsert

/** Returns invitations of the demo owner: waiting, expired and accepted. Their links do not work. */
export function planMerchantInvitations(
  now: Date,
  { merchantsOf, users: people }: DemoPeople,
): DemoMerchantInvitation[] {
  const owner = people.find(({ email }) => email === demoAccounts[1].email)
  const viewer = people.find(({ email }) => email === demoAccounts[2].email)
  const merchantId = merchantsOf.find(({ userId }) => userId === owner?.id)?.merchantId
  if (!owner || !viewer || !merchantId) return []
  const sent = (index: number, email: string, ageDays: number, acceptedDays?: number): DemoMerchantInvitation => {
    const sentAt = new Date(now.getTime() - ageDays * dayMs)
    return {
      id: demoId('inv', index),
      email,
      merchantId,
      role: 'merchant_viewer',
      tokenHash: demoId('none', index),
      invitedBy: owner.id,
      createdAt: sentAt,
      sentAt,
      expiresAt: new Date(sentAt.getTime() + invitationMs),
      acceptedAt: acceptedDays === undefined ? null : new Date(now.getTime() - acceptedDays * dayMs),
    }
  }
  return [
    sent(1, 'robin.hale@quaff-people.test', 0.5),
    sent(2, 'jo.marsh@quaff-people.test', 4),
    sent(3, viewer.email, 2, 1.8),
  ]
}

/** Returns subscribers. A few were imported without an email address and have a placeholder. */
export function planCustomers(chance: Chance, now: Date, first: number, count: number): DemoUser[] {
  return Array.from({ length: count }, (_, index) => {
    const id = demoId('usr', first + index)
    const displayName = personName(chance)
    const isPlaceholder = index % 400 === 7
    const createdAt = new Date(now.getTime() - (5 + chance.next() * 440) * dayMs)
    const email = isPlaceholder
      ? `${id.replace('_', '-')}@placeholder.invalid`
      : `${slug(displayName)}.${first + index}@mailbox.test`
    return {
      id,
      email,
      emailIsPlaceholder: isPlaceholder,
      emailVerified: !isPlaceholder,
      displayName,
      role: 'customer',
      status: 'active',
      createdAt,
      updatedAt: createdAt,
      lastActiveAt: new Date(now.getTime() - chance.next() * Math.min(now.getTime() - createdAt.getTime(), 40 * dayMs)),
    }
  })
}
