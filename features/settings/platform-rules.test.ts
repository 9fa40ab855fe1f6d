import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changedSettings,
  defaultPlatformSettings,
  feePercentText,
  isStoreUrl,
  readFeePercent,
  readPlatformSettings,
} from './platform-rules'

describe('the platform fee', () => {
  it('comes back from its text unchanged, whatever it is', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (fee) => readFeePercent(feePercentText(fee)) === fee))
  })

  it.each([
    ['2.75', 275],
    ['2,75', 275],
    [' 12.5 % ', 1_250],
    ['0', 0],
    ['100', 10_000],
    ['0.29', 29],
  ])('is read from %j', (typed, expected) => expect(readFeePercent(typed)).toBe(expected))

  it.each(['', '-1', '100.01', '101', '1.234', '1e2', 'ten', '1.', '.5', '1 000'])('is refused as %j', (typed) =>
    expect(readFeePercent(typed)).toBeNull(),
  )
})

describe('an app-store address', () => {
  it.each(['https://apps.apple.com/app/id1', 'https://play.google.com/store/apps/details?id=x'])('may be %s', (url) =>
    expect(isStoreUrl(url)).toBe(true),
  )

  it.each(['http://apps.apple.com/x', 'javascript:alert(1)', 'data:text/html,x', 'apps.apple.com', 'https://', ' '])(
    'may not be %j',
    (url) => expect(isStoreUrl(url)).toBe(false),
  )
})

describe('stored settings', () => {
  it('are above the usual ones', () => {
    expect(readPlatformSettings([{ key: 'platformFeeBasisPoints', value: 250 }])).toEqual({
      ...defaultPlatformSettings,
      platformFeeBasisPoints: 250,
    })
  })

  it('of another kind or an unknown name count as not there', () => {
    const rows = [
      { key: 'platformFeeBasisPoints', value: 'much' },
      { key: 'platformFeeBasisPoints', value: 10_001 },
      { key: 'appStoreUrl', value: 'javascript:alert(1)' },
      { key: 'requireSecondFactor', value: 'yes' },
      { key: 'somethingElse', value: 1 },
    ]
    expect(readPlatformSettings(rows)).toEqual(defaultPlatformSettings)
  })

  it('differ by the names of what was changed', () => {
    const after = { ...defaultPlatformSettings, supportAddress: 'help@quaff.test', platformFeeBasisPoints: 0 }
    expect(changedSettings(defaultPlatformSettings, after)).toEqual(['supportAddress'])
  })
})
