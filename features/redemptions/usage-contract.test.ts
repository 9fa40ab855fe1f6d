import { describe, expect, it } from 'vitest'
import { usageFilter } from './usage-contract'

const accepts = (method: string) => usageFilter.safeParse({ method }).success

describe('the method filter', () => {
  it.each(['barcode', '@barcode', 'Ünï ☕', ' '])("accepts %j, like a provider's name", (method) =>
    expect(accepts(method)).toBe(true),
  )

  it.each(['', '\0', 'bar\0code'])(
    'refuses %j before the export starts, because the database cannot store it',
    (method) => expect(accepts(method)).toBe(false),
  )
})
