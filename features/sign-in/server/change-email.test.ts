import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { requestEmailChange } from './change-email'

it.each(['suspended', 'rejected', 'pending_approval'])(
  'whose account has become %s in the meantime is signed out, and no code is mailed',
  async (status) => {
    const services = await createTestServices()
    const actor = await asOwner(services, ['mer_1'])
    await services.db.update(users).set({ status }).where(eq(users.id, actor.userId))
    const newEmail = 'another@example.test'
    const attempt = requestEmailChange(contextAs(services, actor), { newEmail })
    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNED_OUT' })
    expect([...(await mailsTo(services, newEmail)), ...(await mailsTo(services, actor.email))]).toEqual([])
  },
)
