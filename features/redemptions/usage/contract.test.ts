import { describe, expect, it } from 'vitest'
import { usageFilter } from './contract'

const accepts = (method: string) => usageFilter.safeParse({ method }).success

describe('the method to filter by', () => {
  it.each(['barcode', '@barcode', 'Ünï ☕', ' '])('may be %j, as a provider names it', (method) =>
    expect(accepts(method)).toBe(true),
  )

  it.each(['', '\0', 'bar\0code'])('%j is refused before a file is begun: no database can hold it', (method) =>
    expect(accepts(method)).toBe(false),
  )
})
