import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertUser } from '../testing/user-factory'
import { eraseAccount, erasedAddress } from './delete-user'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

function erase(actor: UserActor, userId: string, confirmEmail: string) {
  const ctx = contextAs(services, actor)
  return inTransaction(ctx, (tx) => eraseAccount(ctx, tx, { userId, version: 1, confirmEmail }))
}

describe('erasing an account', () => {
  it('answers who it was, and takes the address typed in any way', async () => {
    const { id, email } = await insertUser(services, { role: 'merchant_viewer', merchantIds: ['mer_1'] })
    const details = { email, role: 'merchant_viewer', status: 'active', merchantIds: ['mer_1'] }
    expect(await erase(admin, id, ` ${email.toUpperCase()}`)).toEqual(details)
  })

  it('forgets the format of their CSV files', async () => {
    const { id, email } = await insertUser(services, { csvDialect: 'swiss' })
    await erase(admin, id, email)
    const rows = await services.db.select({ csvDialect: users.csvDialect }).from(users).where(eq(users.id, id))
    expect(rows).toEqual([{ csvDialect: null }])
  })

  it('takes the address of this person and no other', async () => {
    const { id } = await insertUser(services)
    await expect(erase(admin, id, erasedAddress(id))).rejects.toMatchObject({ reason: 'CONFIRM_EMAIL' })
  })

  it('tells only administrators whether there is such a person', async () => {
    const { id, email } = await insertUser(services)
    const owner = await asOwner(services, ['mer_1'])
    for (const userId of [id, 'usr_missing'])
      await expect(erase(owner, userId, email)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE' })
  })
})
