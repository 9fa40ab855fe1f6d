import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldCipher } from '@quaff/platform/server'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { secondFactors } from '../../server/tables'
import { insertSecondFactor } from '../../testing/second-factor-factory'
import { findSecondFactorKeyErrors, rotateSecondFactorKeys, openSecret } from './second-factor-keys'

let services: TestServices
const keys = { old: { id: 'old', key: Buffer.alloc(32, 1) }, next: { id: 'next', key: Buffer.alloc(32, 2) } }
const onlyOld = aesFieldCipher([keys.old])
const onlyNext = aesFieldCipher([keys.next])
const both = aesFieldCipher([keys.next, keys.old])
const withCipher = (fieldCipher: FieldCipher) => ({ ...services, fieldCipher })

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
})

async function insertApps(count: number) {
  const apps: { userId: string; secret: string }[] = []
  for (let index = 0; index < count; index++) {
    const { userId } = await asAdmin(services)
    apps.push({ userId, secret: (await insertSecondFactor(withCipher(onlyOld), userId)).secret })
  }
  return apps
}

describe('the change of keys', () => {
  it('moves every secret to the current key, over more than one batch, and loses none', async () => {
    const apps = await insertApps(130)
    expect(await rotateSecondFactorKeys(withCipher(both))).toEqual({ rotated: 130, unreadable: [] })
    const rows = await services.db.select().from(secondFactors)
    const opened = new Map(rows.map((row) => [row.userId, openSecret(onlyNext, row)]))
    expect([...new Set(rows.map(({ keyId }) => keyId))]).toEqual(['next'])
    for (const { userId, secret } of apps) expect(opened.get(userId)).toBe(secret)
    expect(await rotateSecondFactorKeys(withCipher(both))).toEqual({ rotated: 0, unreadable: [] })
  })

  it('leaves what no key opens as it is, and names whose it is', async () => {
    const [first, second] = await insertApps(2)
    if (!first || !second) throw new Error('no apps')
    const [row] = await services.db.select().from(secondFactors).where(eq(secondFactors.userId, second.userId))
    const moved = row?.secretEncrypted ?? ''
    await services.db
      .update(secondFactors)
      .set({ secretEncrypted: moved })
      .where(eq(secondFactors.userId, first.userId))
    expect(await rotateSecondFactorKeys(withCipher(both))).toEqual({ rotated: 1, unreadable: [first.userId] })
    expect(services.log.lines.some(({ event }) => event === 'second_factor_unreadable')).toBe(true)
  })
})

describe('the check before the start', () => {
  it('finds a key that is gone and one that is another under the same name', async () => {
    await insertApps(2)
    expect(await findSecondFactorKeyErrors(withCipher(both))).toEqual([])
    expect(await findSecondFactorKeyErrors(withCipher(onlyNext))).toEqual([{ keyId: 'old', error: 'UNKNOWN' }])
    const impostor = aesFieldCipher([{ id: 'old', key: Buffer.alloc(32, 9) }])
    expect(await findSecondFactorKeyErrors(withCipher(impostor))).toEqual([{ keyId: 'old', error: 'DOES_NOT_OPEN' }])
  })
})
