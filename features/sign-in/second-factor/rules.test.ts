import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondProofInput } from './contract'
import { groupKey, normalizeRecoveryCode, showRecoveryCode } from './rules'

describe('a recovery code', () => {
  it('is the same however it is typed', () => {
    for (const typed of [
      'abcde-fgh27',
      ' ABCDE FGH27 ',
      'AbCdE\u2009-fgh27',
      'ａｂｃｄｅfgh27',
      'abcde‑fgh27',
      'abcde\nfgh27\u200B',
    ])
      expect(normalizeRecoveryCode(typed)).toBe('abcdefgh27')
  })

  it('is read back as it was shown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z2-7]{10}$/), (code) => {
        expect(normalizeRecoveryCode(showRecoveryCode(code))).toBe(code)
      }),
    )
  })
})

it.each([' 123 456 ', '1 2 3 4 5 6', '123‑456', '１２３４５６', '123\n456'])(
  'reads the code of the app from %j',
  (code) => {
    expect(secondProofInput.parse({ code })).toEqual({ code: '123456' })
  },
)

it('shows the key in groups of four', () => {
  expect([groupKey('GEZDGNBVGY'), groupKey('')]).toEqual(['GEZD GNBV GY', ''])
})
