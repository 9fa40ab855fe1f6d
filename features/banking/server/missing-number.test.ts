import { expect, it } from 'vitest'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { mergeBank } from './save-bank-account'

it('asks for an account number only if none is on file', async () => {
  const { fieldCipher } = await createTestServices()
  const given = {
    accountHolderName: 'Copperleaf LLC',
    accountType: 'checking' as const,
    routingNumber: '110000000',
    accountNumber: null,
  }
  expect(() => mergeBank(undefined, given, fieldCipher)).toThrow(/^(?!.*on file).*account number/i)
})
