import type { Context, Services, UserActor } from '@quaff/platform/server'
import type { Session } from '../contract'
import { assignMerchant, maySetPassword, permissionsFor } from '../rules'
import { findApplication, findOwnedMerchant, listAssignableMerchants } from './session-store'

export async function presentSession(services: Services, actor: UserActor): Promise<Session> {
  return {
    user: {
      uid: actor.userId,
      email: actor.email,
      displayName: actor.displayName,
      photoURL: actor.photoUrl,
      phoneNumber: actor.phoneNumber,
      role: actor.role,
      merchantIds: [...actor.merchantIds],
      applicationId: actor.applicationId,
      permissions: permissionsFor(actor.role, actor.merchantIds),
      hasPassword: actor.hasPassword,
      ...(actor.csvDialect && { csvDialect: actor.csvDialect }),
    },
    assignedMerchant: await findAssignedMerchant(services, actor),
    timeZone: services.settings.timeZone,
    version: services.settings.consoleBuild,
    ...(actor.mustEnrol ? { mustEnrol: true } : {}),
    ...(actor.preview ? { preview: actor.preview } : {}),
    ...(maySetPassword(actor.passwordSetupUntil, services.clock.now()) ? { maySetPassword: true } : {}),
  }
}

async function findAssignedMerchant({ db }: Services, actor: UserActor) {
  if (actor.role !== 'merchant_owner' && actor.role !== 'merchant_viewer') return null
  const application = actor.applicationId ? await findApplication(db, actor.applicationId) : null
  const appliedId = application?.merchantId ?? null
  const found = await listAssignableMerchants(db, appliedId ? [...actor.merchantIds, appliedId] : actor.merchantIds)
  const byId = new Map(found.map((merchant) => [merchant.id, merchant]))
  const claimedId = actor.merchantIds.find((id) => byId.has(id))
  return assignMerchant({
    role: actor.role,
    claimed: claimedId ? (byId.get(claimedId) ?? null) : null,
    owned: claimedId ? null : await findOwnedMerchant(db, actor.userId),
    applied: appliedId ? (byId.get(appliedId) ?? null) : null,
    application: application ? { id: application.id, businessName: businessName(application.business) } : null,
  })
}

function businessName(business: Record<string, unknown>) {
  const name = business['businessName'] ?? business['name']
  return typeof name === 'string' && name !== '' ? name : 'Unknown Merchant'
}

export async function currentSession(ctx: Context): Promise<Session | null> {
  if (ctx.actor.kind === 'anonymous') return null
  return presentSession(ctx, ctx.actor)
}
