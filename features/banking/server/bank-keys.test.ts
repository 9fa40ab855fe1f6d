import { eq, isNotNull } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import type { FieldCipher } from '@quaff/platform/server'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildBankAccount } from '../testing/bank-account-factory'
import { openAccountNumber } from './account-number'
import { findKeyErrors, rotateBankKeys } from './bank-keys'
import { saveBankAccount } from './save-bank-account'
import { merchantBankAccounts } from './tables'

let services: TestServices
const keys = { old: { id: 'old', key: Buffer.alloc(32, 1) }, next: { id: 'next', key: Buffer.alloc(32, 2) } }
const onlyOld = aesFieldCipher([keys.old])
const onlyNext = aesFieldCipher([keys.next])
const both = aesFieldCipher([keys.next, keys.old])
const withCipher = (fieldCipher: FieldCipher) => ({ ...services, fieldCipher })
const idOf = (index: number) => `mer_${String(index).padStart(4, '0')}`
const numberAt = (index: number) => String(100_000_000 + index)

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
})

async function insertBanks(count: number) {
  const ids = Array.from({ length: count }, (_, index) => idOf(index))
  await insertMerchants(
    services,
    ids.map((id) => ({ id })),
  )
  const rows = ids.map((merchantId, index) =>
    buildBankAccount(withCipher(onlyOld), { merchantId, accountNumber: numberAt(index) }),
  )
  await services.db.insert(merchantBankAccounts).values(rows)
}

const storedRows = () => services.db.select().from(merchantBankAccounts).orderBy(merchantBankAccounts.merchantId)

async function readWith(cipher: FieldCipher) {
  const rows = await storedRows()
  return rows.map(({ merchantId, accountNumberEncrypted }) =>
    openAccountNumber(cipher, { merchantId, accountNumberEncrypted: accountNumberEncrypted ?? '' }),
  )
}

describe('key rotation', () => {
  it('moves 1,000 numbers during concurrent saves, resumes after a kill, and loses none', async () => {
    await insertBanks(1_000)
    const admin = await asAdmin(services)
    const saved = new Map<number, string>()
    const saveOne = async (index: number) => {
      const accountNumber = String(900_000_000 + index)
      // During a rotation some servers still use the old key.
      const fieldCipher = index % 2 === 0 ? both : aesFieldCipher([keys.old, keys.next])
      services.clock.advance(60_000)
      const actor = { ...admin, authenticatedAt: services.clock.now() }
      const bankInfo = {
        routingNumber: '',
        accountNumber,
        accountName: 'Saved in between',
        accountType: 'savings' as const,
      }
      await saveBankAccount(
        { ...contextAs(services, actor), fieldCipher },
        { merchantId: idOf(index), version: 1, bankInfo },
      )
      saved.set(index, accountNumber)
    }
    const kill = new Error('killed')
    const killed = rotateBankKeys(withCipher(both), (rotated) => {
      if (rotated >= 400) throw kill
    })
    const writing = Promise.all(Array.from({ length: 12 }, (_, at) => saveOne(at * 83)))
    await expect(killed).rejects.toBe(kill)
    await writing

    const halfway = await storedRows()
    expect(halfway.filter(({ keyId }) => keyId === 'next').length).toBeGreaterThanOrEqual(400)
    expect(halfway.some(({ keyId }) => keyId === 'old')).toBe(true)
    const rest = halfway.filter(({ keyId }) => keyId === 'old').length
    expect(await rotateBankKeys(withCipher(both))).toEqual({ currentKeyId: 'next', rotated: rest, unreadable: [] })

    const expected = Array.from({ length: 1_000 }, (_, index) => saved.get(index) ?? numberAt(index))
    expect(await readWith(onlyNext)).toEqual(expected)
    expect((await storedRows()).every(({ keyId }) => keyId === 'next')).toBe(true)
    expect(saved.size).toBe(12)
  }, 60_000)

  it('commits each hundred separately and writes its count to the audit log', async () => {
    await insertBanks(250)
    const progress: number[] = []
    expect((await rotateBankKeys(withCipher(both), (rotated) => progress.push(rotated))).rotated).toBe(250)
    expect(progress).toEqual([100, 200, 250])
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'rotate_bank_keys'))
    expect(audits.map(({ after }) => after)).toEqual(
      [100, 100, 50].map((rotated) => ({ rotated, unreadable: 0, fromKeyIds: ['old'], toKeyId: 'next' })),
    )
  })

  it('changes nothing when repeated, and keeps version and time of the details', async () => {
    await insertBanks(3)
    const before = await storedRows()
    services.clock.advance(60_000)
    await rotateBankKeys(withCipher(both))
    const after = await storedRows()
    expect(after.map(({ version, updatedAt, updatedBy }) => ({ version, updatedAt, updatedBy }))).toEqual(
      before.map(({ version, updatedAt, updatedBy }) => ({ version, updatedAt, updatedBy })),
    )
    expect(await rotateBankKeys(withCipher(both))).toEqual({ currentKeyId: 'next', rotated: 0, unreadable: [] })
    expect(await storedRows()).toEqual(after)
  })

  it('keeps numbers that it cannot decrypt, and lists their merchants', async () => {
    await insertBanks(3)
    const [, second] = await storedRows()
    const moved = { accountNumberEncrypted: second?.accountNumberEncrypted }
    await services.db
      .update(merchantBankAccounts)
      .set(moved)
      .where(eq(merchantBankAccounts.merchantId, idOf(0)))
    expect(await rotateBankKeys(withCipher(both))).toEqual({ currentKeyId: 'next', rotated: 2, unreadable: [idOf(0)] })
    expect((await storedRows())[0]).toMatchObject({ keyId: 'old', ...moved })
    expect(services.log.lines.at(-1)).toMatchObject({ level: 'error', event: 'bank_number_unreadable' })
  })

  it('skips details without a number', async () => {
    await insertBanks(1)
    await services.db
      .update(merchantBankAccounts)
      .set({ accountNumberEncrypted: null, keyId: null })
      .where(isNotNull(merchantBankAccounts.keyId))
    expect(await rotateBankKeys(withCipher(both))).toMatchObject({ rotated: 0, unreadable: [] })
    expect(await findKeyErrors(withCipher(onlyNext))).toEqual([])
  })
})

describe('the required keys of a server', () => {
  it('are all keys in use, until their numbers are rotated', async () => {
    expect(await findKeyErrors(withCipher(onlyNext))).toEqual([])
    await insertBanks(2)
    expect(await findKeyErrors(withCipher(both))).toEqual([])
    expect(await findKeyErrors(withCipher(onlyNext))).toEqual([{ keyId: 'old', error: 'UNKNOWN' }])
    await rotateBankKeys(withCipher(both))
    expect(await findKeyErrors(withCipher(onlyNext))).toEqual([])
  })

  it('are rejected if an id has another key, but not for one altered row', async () => {
    await insertBanks(3)
    const impostor = aesFieldCipher([{ id: 'old', key: Buffer.alloc(32, 9) }])
    expect(await findKeyErrors(withCipher(impostor))).toEqual([{ keyId: 'old', error: 'DOES_NOT_OPEN' }])
    await services.db
      .update(merchantBankAccounts)
      .set({ accountNumberEncrypted: 'v1.old.x.y.z' })
      .where(eq(merchantBankAccounts.merchantId, idOf(0)))
    expect(await findKeyErrors(withCipher(onlyOld))).toEqual([])
  })
})
