import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { listNeededHashConfigs } from '@quaff/features/accounts/server'
import { users } from '@quaff/features/accounts/tables'
import { importDocuments } from '@quaff/features/imports/testing/import-run-factory'
import { hashConfigId } from '@quaff/platform/server'
import { scryptFunctions, scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { signInWithPassword } from './sign-in-with-password'

const config = {
  signerKey: Buffer.from(
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    'base64',
  ),
  saltSeparator: Buffer.from('Bw==', 'base64'),
  rounds: 8,
  memoryCost: 14,
}
const given = { email: 'owner@example.test', password: 'user1password' }
const account = {
  localId: 'u1',
  email: given.email,
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
}
const documents = {
  '__auth__/u1': account,
  'users/u1': {
    email: given.email,
    role: 'merchant_owner',
    merchantIds: ['m1'],
    createdAt: { $time: '2024-01-01T00:00:00Z' },
  },
  'admins/u1': { role: 'merchant_owner', updatedAt: { $time: '2024-01-01T00:00:00Z' } },
}

let services: TestServices
beforeEach(async () => {
  services = await createTestServices({ passwords: scryptPasswords(scryptFunctions(2), config) })
})
const storedHash = async () => (await services.db.select().from(users).where(eq(users.id, 'u1')))[0]?.passwordHash ?? ''
let networks = 0
const signIn = () => signInWithPassword(contextAs(services, undefined, { network: `net-${++networks}` }), given)

it('lets an owner in with the password of the old system, once by its hash and then by ours', async () => {
  await importDocuments(services, documents)
  expect(services.passwords.isBorrowed(await storedHash())).toBe(true)
  expect(await listNeededHashConfigs(services.db)).toEqual([hashConfigId(config)])
  expect(await signIn()).toMatchObject({ user: { uid: 'u1' } })
  expect(await storedHash()).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(await listNeededHashConfigs(services.db)).toEqual([])
  expect(await signIn()).toMatchObject({ user: { uid: 'u1' } })
})

it('refuses a wrong one, and leaves the old hash as it was', async () => {
  await importDocuments(services, documents)
  const before = await storedHash()
  const wrong = signInWithPassword(contextAs(services), { ...given, password: 'user1passwort' })
  await expect(wrong).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  expect(await storedHash()).toBe(before)
})

it('lets in anyone who comes several times at once, and replaces the hash once', async () => {
  await importDocuments(services, documents)
  const hashed: string[] = []
  const { hash } = services.passwords
  services.passwords.hash = async (password) => {
    const made = await hash(password)
    hashed.push(made)
    return made
  }
  const sessions = await Promise.all(Array.from({ length: 4 }, signIn))
  expect(sessions.every((session) => 'user' in session)).toBe(true)
  expect(hashed).toContain(await storedHash())
})

it('keeps a password that was set here when the same account is imported again', async () => {
  await importDocuments(services, documents)
  await signIn()
  const own = await storedHash()
  await importDocuments(services, { ...documents, '__auth__/u1': { ...account, displayName: 'Ada' } })
  expect(await storedHash()).toBe(own)
})

it('stays behind where no one knows the settings', async () => {
  services = await createTestServices()
  await importDocuments(services, documents)
  expect(await storedHash()).toBe('')
})
