import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanFault, isSepaIban } from '../iban-rules'
import { bankNumberWarnings } from './rules'

const warningsOf = (routingNumber: string, accountNumber: string | null) =>
  bankNumberWarnings({ routingNumber, accountNumber })

describe('the warnings about bank numbers', () => {
  it.each([
    ['021000021', '000111222333'],
    ['200000', '12345678'],
    ['062000', '123456789'],
    ['12345003', '1234567'],
    ['000312345', '1234567'],
    ['0005001', '1234567'],
    ['COBADEFFXXX', 'DE89370400440532013000'],
    ['HDFC0001234', '50100012345678'],
    ['09000', 'CH9300762011623852957'],
  ])('are none for %s and %s', (routing, account) => expect(warningsOf(routing, account)).toEqual([]))

  it.each([
    ['021000022', '000111222333', 'ROUTING_CHECKSUM'],
    ['20000', '12345678', 'ROUTING_LENGTH'],
    ['0620001', '123456789', 'ROUTING_LENGTH'],
    ['0210000211', '000111222333', 'ROUTING_LENGTH'],
    ['O21000021', '000111222333', 'ROUTING_LETTER_O'],
    ['021000021', 'OO0111222333', 'ACCOUNT_LETTER_O'],
    ['COBADEFFXXX', 'DE8937O400440532013000', 'ACCOUNT_LETTER_O'],
    ['COBADEFFXXX', 'DE89370400440532013001', 'IBAN_CHECK'],
    ['BARCGB22', 'GB94BARC20201530093459', 'IBAN_CHECK'],
    ['PSSTFRPP', 'FR1420041010050500013M04506', 'IBAN_CHECK'],
    ['COBADEFFXXX', 'DE893704004405320130', 'IBAN_LENGTH'],
    ['DE89370400440532013000', 'COBADEFFXXX', 'SWAPPED'],
    ['000111222333', '021000021', 'SWAPPED'],
    ['12345678', '200000', 'SWAPPED'],
  ])('for %s and %s are %s', (routing, account, warning) => expect(warningsOf(routing, account)).toEqual([warning]))

  it('judge the routing number alone while the account number stays', () => {
    expect(warningsOf('021000022', null)).toEqual(['ROUTING_CHECKSUM'])
    expect(warningsOf('021000021', null)).toEqual([])
  })
})

describe('an IBAN', () => {
  it('is right as the registry writes its examples', () => {
    for (const iban of ['NO9386011117947', 'MT84MALT011000012345MTLCAST001S', 'SC18SSCB11010000000000001497USD'])
      expect(ibanFault(iban), iban).toBeNull()
    expect([isSepaIban('NO9386011117947'), isSepaIban('SC18SSCB11010000000000001497USD')]).toEqual([true, false])
  })

  it('is found wrong with any single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const digits = [...'DE89370400440532013000']
        digits[at] = String((Number(digits[at]) + shift) % 10)
        expect(ibanFault(digits.join(''))).toBe('CHECK_DIGITS')
      }),
    )
  })
})
