import { beforeAll, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { SettingsError } from '../environment'
import { requireBankKeys } from './require-bank-keys'

let services: TestServices
const [first, second] = [1, 2].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }))
const withKeys = (...keys: (typeof first)[]) => ({
  ...services,
  fieldCipher: aesFieldCipher(keys.filter((key) => key !== undefined)),
})

beforeAll(async () => {
  services = await createTestServices()
  const { id } = await insertMerchant(services)
  await insertBankAccount(withKeys(first), { merchantId: id })
})

describe('the start of a server', () => {
  it('needs every key that an account number is encrypted with', async () => {
    await expect(requireBankKeys(withKeys(first))).resolves.toBeUndefined()
    await expect(requireBankKeys(withKeys(second, first))).resolves.toBeUndefined()
  })

  it('is refused when a key that is still used was dropped, with its name and what to do', async () => {
    const refused: unknown = await requireBankKeys(withKeys(second)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SettingsError)
    expect(String(refused)).toContain('key k1 is missing')
    expect(String(refused)).toContain('FIELD_KEYS')
  })

  it('is refused when another key has its name', async () => {
    const impostor = { id: 'k1', key: Buffer.alloc(32, 9) }
    await expect(requireBankKeys(withKeys(impostor))).rejects.toThrow(
      'key k1 has a different value than the one used to encrypt',
    )
  })

  it('needs every key that an authenticator secret is encrypted with', async () => {
    const { userId } = await asAdmin(services)
    await insertSecondFactor(withKeys(second), userId)
    const refused: unknown = await requireBankKeys(withKeys(first)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SettingsError)
    expect(String(refused)).toMatch(/Authenticator secrets[^]*key k2 is missing/)
    await expect(requireBankKeys(withKeys(first, second))).resolves.toBeUndefined()
  })
})
