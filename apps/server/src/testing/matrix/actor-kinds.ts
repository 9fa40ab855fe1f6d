import { eq } from 'drizzle-orm'
import { sessions } from '@quaff/features/sessions/tables'
import type { Services } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asCustomer, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'

/** Actor kinds of the matrix; each endpoint declares the outcome for every kind. */
export const actorKinds = [
  'anon',
  'expired',
  'customer',
  'noRole',
  'suspendedAdmin',
  'pendingApproval',
  'customRole',
  'viewerOwn',
  'viewerNone',
  'ownerOfOne',
  'ownerOfTwo',
  'admin',
] as const
export type ActorKind = (typeof actorKinds)[number]

export const ownerships = ['own', 'foreign', 'missing', 'deleted'] as const
export type Ownership = (typeof ownerships)[number]

/** `deleted` is still in the lists of its former members. */
export const merchantOf = {
  own: 'mer_own',
  foreign: 'mer_foreign',
  missing: 'mer_missing',
  deleted: 'mer_deleted',
} satisfies Record<Ownership, string>
export const password = 'correct horse 7'

const held = [merchantOf.own, merchantOf.deleted]

const makers = {
  anon: () => null,
  async expired(services) {
    const actor = await asAdmin(services, { password })
    await services.db.update(sessions).set({ expiresAt: services.clock.now() }).where(eq(sessions.id, actor.sessionId))
    return actor
  },
  customer: (services) => asCustomer(services, { password }),
  noRole: (services) => asUser(services, { role: 'merchant_owner', adminRecord: false, password }, held),
  suspendedAdmin: (services) => asAdmin(services, { status: 'suspended', password }),
  pendingApproval: (services) => asOwner(services, held, { status: 'pending_approval', password }),
  customRole: (services) => asCustomRole(services, { password }),
  viewerOwn: (services) => asViewer(services, held, { password }),
  viewerNone: (services) => asViewer(services, [], { password }),
  ownerOfOne: (services) => asOwner(services, held, { password }),
  ownerOfTwo: (services) => asOwner(services, ['mer_second', ...held], { password }),
  admin: (services) => asAdmin(services, { password }),
} satisfies Record<ActorKind, (services: Services) => Promise<{ sessionId: string }> | null>

/** Returns the bearer header of a new actor of each kind; the anonymous caller has none. */
export async function knockAsEach(services: Services): Promise<Record<ActorKind, Record<string, string>>> {
  const entries: [ActorKind, Record<string, string>][] = []
  for (const kind of actorKinds) {
    const actor = await makers[kind](services)
    entries.push([kind, actor ? { authorization: `Bearer ${actor.sessionId}` } : {}])
  }
  return Object.fromEntries(entries) as Record<ActorKind, Record<string, string>>
}
