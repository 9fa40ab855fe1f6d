import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import type { UserActor } from '@quaff/platform/server/actor'
import { asAdmin } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertPasskey, SoftwareAuthenticator } from '../../testing/passkey-factory'
import { addPasskey } from './add-passkey'
import { beginPasskey } from './begin-passkey'
import { removePasskey } from './remove-passkey'

let services: TestServices
const as = (actor: UserActor) => contextAs(services, actor)
const signedOut = { code: 'UNAUTHORIZED', reason: 'SIGNED_OUT' }
const erase = ({ userId }: UserActor) => services.db.delete(users).where(eq(users.id, userId))

beforeAll(async () => {
  services = await createTestServices()
})

it('whose account is erased while a passkey is made gets none, and no mail', async () => {
  const actor = await asAdmin(services)
  const { challenge } = await beginPasskey(as(actor))
  const credential = new SoftwareAuthenticator(actor.userId).create(challenge)
  await erase(actor)
  await expect(addPasskey(as(actor), { challenge, credential })).rejects.toMatchObject(signedOut)
  expect(await mailsTo(services, actor.email)).toEqual([])
})

it('whose account is erased is signed out when a passkey is to be removed', async () => {
  const actor = await asAdmin(services)
  const { id } = await insertPasskey(services, actor.userId)
  await erase(actor)
  await expect(removePasskey(as(actor), { passkeyId: id })).rejects.toMatchObject(signedOut)
})
