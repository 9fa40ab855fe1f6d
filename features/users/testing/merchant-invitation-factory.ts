import { merchantInvitations } from '@quaff/features/sign-in/tables'
import type { Services } from '@quaff/platform/server'

type Details = Partial<typeof merchantInvitations.$inferInsert> & { merchantId: string }

/** An open invitation, with the token of its email. */
export async function insertMerchantInvitation(services: Services, details: Details) {
  const now = services.clock.now()
  const token = services.secrets.newToken()
  const id = services.ids.newId('inv')
  const row = {
    id,
    email: `${id.replace('_', '.')}@example.test`.toLowerCase(),
    role: 'merchant_viewer',
    tokenHash: services.secrets.hash(token),
    invitedBy: null,
    createdAt: now,
    sentAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    ...details,
  }
  await services.db.insert(merchantInvitations).values(row)
  return { ...row, token }
}
