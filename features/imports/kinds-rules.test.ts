import { describe, expect, it } from 'vitest'
import { differingMerchants } from './kinds-rules'

const told = (named: string[], claimed: string[]) =>
  differingMerchants(named, claimed).map(({ fault, level, shown }) => `${fault} ${level} ${shown}`)

describe('§0044 merchants of a document compared with the claims', () => {
  it.each<[string[], string[], string[]]>([
    [['m1', 'm2'], ['m2', 'm1'], []],
    [[], ['m1'], []],
    [['m1', 'm3', 'm2'], ['m1'], ['beyond_claims changed m3, m2']],
    [['m1'], [], ['beyond_claims changed m1']],
    [['m1'], ['m1', 'm2'], ['short_of_claims note m2']],
    [['m3'], ['m1'], ['beyond_claims changed m3', 'short_of_claims note m1']],
  ])('%j compared with %j', (named, claimed, expected) => {
    expect(told(named, claimed)).toEqual(expected)
  })
})
