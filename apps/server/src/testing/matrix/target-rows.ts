import { eq } from 'drizzle-orm'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { gateLimits } from '@quaff/features/sign-in/email-verification-contract'
import { openForm } from '@quaff/features/sign-in/server'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import type { Services } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { merchantOf, type Ownership } from './actor-kinds'

export async function insertMerchants(services: Services): Promise<void> {
  const at = services.clock.now()
  const ids = [merchantOf.own, merchantOf.foreign, merchantOf.deleted, 'mer_second']
  await services.db
    .insert(merchants)
    .values(ids.map((id) => ({ id, name: id, status: 'active', statusChangedAt: at, createdAt: at, updatedAt: at })))
  await services.db.delete(merchants).where(eq(merchants.id, merchantOf.deleted))
}

/** A user who works, or is invited to work, at the merchant with that ownership. */
export async function insertColleague(
  services: Services,
  row: Ownership,
  status: 'active' | 'pending',
): Promise<string> {
  if (row === 'missing') return 'usr_missing'
  const merchantId = row === 'deleted' ? merchantOf.own : merchantOf[row]
  const { id } = await insertInvitedUser(services, { status, merchantIds: [merchantId] })
  await services.db.update(users).set({ role: 'merchant_viewer' }).where(eq(users.id, id))
  await services.db.insert(userMerchants).values({ userId: id, merchantId })
  await services.db
    .insert(adminRecords)
    .values({ userId: id, role: 'merchant_viewer', updatedAt: services.clock.now() })
  if (row === 'deleted') await services.db.delete(users).where(eq(users.id, id))
  return id
}

/** Changes of the merchant's log are not shared, so each case creates its own. */
export async function auditedMerchant({ db, ids, clock }: Services, row: Ownership) {
  const merchantId = merchantOf[row]
  const target = { targetType: 'merchant', targetId: merchantId }
  await db
    .insert(adminAuditLogs)
    .values({ id: ids.newId('aud'), action: 'update_merchant', ...target, occurredAt: clock.now() })
  return { merchantId }
}

export async function invitation(services: Services) {
  const user = await insertInvitedUser(services)
  return { email: user.email, token: await tokenFromEmail(services, user, 'invitation') }
}

/** A form that was opened as long ago as a person needs for it. */
export function formOpenedBefore(services: Services, formKey: string): string {
  const openedAt = new Date(services.clock.now().getTime() - gateLimits.shortestMs)
  return openForm({ ...services, clock: { now: () => openedAt } }, formKey)
}

export const newAddress = (services: Services) =>
  `${services.ids.newId('new').replace('_', '.')}@example.test`.toLowerCase()
