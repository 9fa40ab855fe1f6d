import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanError, isSepaIban } from './iban-rules'
import {
  type BankDetails,
  bankNumberWarnings,
  bankState,
  checkNumber,
  failsRoutingChecksum,
  lastDigits,
  lockedRefusal,
  maskNumber,
  normalizeNumber,
} from './rules'

const blanks = [
  0x09,
  0x0a,
  0x0b,
  0x0c,
  0x0d,
  0x20,
  0x85,
  0xa0,
  0x16_80,
  0x20_28,
  0x20_29,
  0x20_2f,
  0x20_5f,
  0x30_00,
  ...Array.from({ length: 11 }, (_, at) => 0x20_00 + at),
  // Zero-width characters: soft hyphen, joiners, direction marks, byte order mark, fillers.
  0xad,
  0x18_0e,
  0x20_0b,
  0x20_0c,
  0x20_0d,
  0x20_0e,
  0x20_0f,
  0x20_2a,
  0x20_60,
  0x20_66,
  0xfe_ff,
  0x31_64,
].map((code) => String.fromCodePoint(code))

describe('bank numbers (spec §5)', () => {
  it('§5 lose every kind of whitespace in any position', () => {
    for (const blank of blanks) {
      expect(
        normalizeNumber(`${blank}000${blank}123 456${blank}789${blank}`),
        `U+${blank.codePointAt(0)?.toString(16)}`,
      ).toBe('000123456789')
    }
  })

  it('keep their other characters in order', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 34 })
    const gap = fc.string({ unit: fc.constantFrom(...blanks), maxLength: 3 })
    fc.assert(
      fc.property(digits, fc.array(gap, { minLength: 35, maxLength: 35 }), (number, gaps) => {
        const spaced = [...number].map((digit, at) => `${gaps[at]}${digit}`).join('') + gaps[34]
        expect(normalizeNumber(spaced)).toBe(number)
      }),
    )
  })

  it.each([
    ['20-00-00', '200000'],
    ['062\u2011000', '062000'],
    ['12345\u2013003', '12345003'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['IBAN: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['iban de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['DE89.3704.0044.0532.0130.00.', 'DE89370400440532013000'],
    ['\uFF10\uFF11\uFF12\uFF0D\uFF13\uFF14\uFF15', '012345'],
    ['\u202A021000021\u202C', '021000021'],
    ['\u2066021\u2212000\u2015021\u2069', '021000021'],
  ])('are normalized from %j without separators, prefixes and marks', (typed, number) => {
    expect(normalizeNumber(typed)).toBe(number)
    expect(normalizeNumber(number)).toBe(number)
  })

  it('may contain letters, like an IBAN, and are 4 to 34 long', () => {
    expect(checkNumber(normalizeNumber('gb29 nwbk 6016 1331 9268 19'))).toEqual({ ok: true })
    expect(checkNumber('1234')).toEqual({ ok: true })
    expect(checkNumber('123')).toEqual({ ok: false, reason: 'TOO_SHORT' })
    expect(checkNumber('')).toEqual({ ok: false, reason: 'TOO_SHORT' })
    expect(checkNumber('1'.repeat(34))).toEqual({ ok: true })
    expect(checkNumber('1'.repeat(35))).toEqual({ ok: false, reason: 'TOO_LONG' })
    for (const odd of ['12-34-56', '1234.', '１２３４', '<b>1234', "1234'--", '123\u00004'])
      expect(checkNumber(odd), odd).toEqual({ ok: false, reason: 'CHARACTERS' })
  })
})

describe('the routing checksum (G32)', () => {
  it('§G32 accepts numbers of real banks', () => {
    for (const number of ['021000021', '011401533', '091000019', '122105155', '026009593'])
      expect(failsRoutingChecksum(number), number).toBe(false)
  })

  it('§G32 finds every single wrong digit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const digits = [...'021000021']
        digits[at] = String((Number(digits[at]) + shift) % 10)
        expect(failsRoutingChecksum(digits.join(''))).toBe(true)
      }),
    )
  })

  it('ignores numbers that are not nine digits', () => {
    for (const number of ['', '1234', '02100002', 'DEUTDEFF', '0210000211'])
      expect(failsRoutingChecksum(number)).toBe(false)
    expect(failsRoutingChecksum('000000000')).toBe(true)
  })
})

describe('the shown digits of a number', () => {
  it('are the last four, and never more than half', () => {
    expect(maskNumber(lastDigits('000123456789'))).toBe('••••6789')
    expect(lastDigits('12345678')).toBe('5678')
    expect(lastDigits('123456')).toBe('456')
    expect(lastDigits('1234')).toBe('34')
    expect(lastDigits('')).toBe('')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 40 }), (number) => {
        expect(lastDigits(number).length).toBeLessThanOrEqual(number.length / 2)
      }),
    )
  })
})

describe('the state of bank details', () => {
  const complete: BankDetails = {
    accountHolderName: 'A Bar LLC',
    accountType: 'checking',
    routingNumber: '021000021',
    hasEncryptedAccountNumber: true,
    numberOpens: true,
    verifiedAt: new Date(0),
  }

  it.each<[string, BankDetails | null]>([
    ['none', null],
    ['verified', complete],
    ['unreadable', { ...complete, numberOpens: false }],
    ['incomplete', { ...complete, hasEncryptedAccountNumber: false, numberOpens: false }],
    ['incomplete', { ...complete, accountHolderName: '' }],
    ['incomplete', { ...complete, accountType: '' }],
    ['incomplete', { ...complete, routingNumber: '' }],
    ['incomplete', { ...complete, verifiedAt: null }],
  ])('is %s', (state, details) => {
    expect(bankState(details)).toBe(state)
  })
})

describe('changes of bank details by merchant status', () => {
  it('are refused for archived merchants, and for owners of declined ones', () => {
    for (const status of ['pending', 'pending_review', 'active', 'suspended'])
      for (const isAdmin of [true, false]) expect(lockedRefusal(status, isAdmin)).toBeNull()
    expect(lockedRefusal('archived', true)?.message).toContain('archived')
    expect(lockedRefusal('archived', false)?.message).toContain('archived')
    expect(lockedRefusal('rejected', true)).toBeNull()
    expect(lockedRefusal('rejected', false)?.message).toContain('rejected')
  })
})

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

  it('check only the routing number if the account number stays', () => {
    expect(warningsOf('021000022', null)).toEqual(['ROUTING_CHECKSUM'])
    expect(warningsOf('021000021', null)).toEqual([])
  })
})

describe('an IBAN', () => {
  it('is valid in the registry’s examples', () => {
    for (const iban of ['NO9386011117947', 'MT84MALT011000012345MTLCAST001S', 'SC18SSCB11010000000000001497USD'])
      expect(ibanError(iban), iban).toBeNull()
    expect([isSepaIban('NO9386011117947'), isSepaIban('SC18SSCB11010000000000001497USD')]).toEqual([true, false])
  })

  it('is invalid with any single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const digits = [...'DE89370400440532013000']
        digits[at] = String((Number(digits[at]) + shift) % 10)
        expect(ibanError(digits.join(''))).toBe('CHECK_DIGITS')
      }),
    )
  })
})
