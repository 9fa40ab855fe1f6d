import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { borrowedText, hashConfigId } from '@quaff/platform/server'
import { scryptFunctions, scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { hashConfigIn, loadHashConfig, writeHashConfig, requireHashConfig } from './hash-config-file'

const config = { signerKey: Buffer.from('a signer key'), saltSeparator: Buffer.from([7]), rounds: 8, memoryCost: 14 }

async function fileIn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaff-hash-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'hash-config.json')
}

it('a server without the settings of old passwords does not start while someone needs them', async () => {
  const services = await createTestServices()
  const file = { hashConfigFile: 'hash-config.json' }
  await insertUser(services)
  await expect(requireHashConfig(services, file)).resolves.toBeUndefined()
  const passwordHash = borrowedText({ configId: hashConfigId(config), salt: 'c2FsdA==', hash: 'aGFzaA==' })
  await services.db.update(users).set({ passwordHash })
  await expect(requireHashConfig(services, file)).rejects.toThrow('hash-config.json')
  const passwords = scryptPasswords(scryptFunctions(2), config)
  await expect(requireHashConfig({ db: services.db, passwords }, file)).resolves.toBeUndefined()
})

it('the settings are kept where only the process can read them, and are never replaced', async () => {
  const path = await fileIn()
  expect(await loadHashConfig(path)).toBeNull()
  await writeHashConfig(path, config)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await loadHashConfig(path)).toEqual(config)
  await expect(writeHashConfig(path, config)).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toContain('SCRYPT')
})

it('a file with other content is reported by its name', async () => {
  const path = await fileIn()
  await writeFile(path, 'signer')
  await expect(loadHashConfig(path)).rejects.toThrow(path)
})

it('settings that one process brings are known to the others without a restart', async () => {
  const path = await fileIn()
  const [one, other] = [0, 1].map(() => scryptPasswords(scryptFunctions(2), null, hashConfigIn(path)))
  expect(await other?.findBorrowedFrom()).toBeNull()
  await one?.borrow(config)
  expect(await other?.findBorrowedFrom()).toBe(hashConfigId(config))
})

it('settings that are being written are none yet, and stop no sign-in', async () => {
  const path = await fileIn()
  const passwords = scryptPasswords(scryptFunctions(2), null, hashConfigIn(path))
  const own = await passwords.hash('a long password')
  await writeFile(path, 'hash_config {')
  expect(await passwords.verify('a long password', own)).toBe(true)
  expect(await passwords.findBorrowedFrom()).toBeNull()
})
