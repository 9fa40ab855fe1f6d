import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOf } from '@quaff/platform/shared/fields/form-fields'
import { codeSchema, type LinkDay, linkDestinations, linkFields, linkStates, slugSchema } from './contract'
import {
  clickWindow,
  conversionPercent,
  dayBars,
  isProgram,
  landingPath,
  linkError,
  linkStateAt,
  sumDays,
} from './rules'

const now = new Date('2026-10-20T12:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe('the state of a link', () => {
  it.each([
    ['active', null, null, 'active'],
    ['active', at(-1), at(1), 'active'],
    ['active', now, null, 'active'],
    ['active', at(1), null, 'scheduled'],
    ['active', null, now, 'ended'],
    ['active', at(-2), at(-1), 'ended'],
    ['archived', null, null, 'archived'],
    ['archived', at(1), at(2), 'archived'],
  ] as const)('of %s from %s to %s is %s', (status, startsAt, endsAt, state) => {
    expect(linkStateAt({ status, startsAt, endsAt }, now)).toBe(state)
    expect(linkStates).toContain(state)
  })
})

it('a link leads to a path of our own, whatever its code', () => {
  fc.assert(
    fc.property(fc.constantFrom(...linkDestinations), fc.stringMatching(/^[A-Z0-9]{3,32}$/), (destination, code) => {
      const url = new URL(landingPath({ destination, code }), 'https://quaff.test')
      expect(url.origin).toBe('https://quaff.test')
      expect(url.search).toContain(code)
    }),
  )
})

it('§G37 a click counts in the half hour in which it happens', () => {
  expect(clickWindow(new Date('2026-10-20T12:29:59.999Z'))).toEqual(new Date('2026-10-20T12:00:00Z'))
  expect(clickWindow(new Date('2026-10-20T12:30:00Z'))).toEqual(new Date('2026-10-20T12:30:00Z'))
})

it.each([
  ['', true],
  ['   ', true],
  ['Googlebot/2.1', true],
  ['facebookexternalhit/1.1', true],
  ['curl/8.1', true],
  ['WhatsApp/2.23.20.0 A', true],
  ['Mozilla/5.0 (Linux) HeadlessChrome/140', true],
  ['Go-http-client/2.0', true],
  ['okhttp/4.12.0', true],
  ['node', true],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 40) Chrome/140 Mobile', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', false],
])('§0023 a visitor with the agent "%s" is a program: %s', (agent, expected) => {
  expect(isProgram(agent)).toBe(expected)
})

it('conversion is unknown while signups or clicks are', () => {
  expect(conversionPercent({ clicks: 8, signups: 2 })).toBe(25)
  expect(conversionPercent({ clicks: 8, signups: null })).toBeNull()
  expect(conversionPercent({ clicks: 0, signups: 2 })).toBeNull()
})

it('a link to a merchant needs one, and an end is after its start', () => {
  const link = { destination: 'home', merchantId: null, startsAt: null, endsAt: null } as const
  expect(linkError(link)).toBeNull()
  expect(linkError({ ...link, destination: 'merchant' })).toMatchObject({ field: 'merchantId' })
  expect(linkError({ ...link, destination: 'merchant', merchantId: 'mer_1' })).toBeNull()
  expect(linkError({ ...link, startsAt: now, endsAt: now })).toMatchObject({ field: 'endsAt' })
  expect(linkError({ ...link, startsAt: now, endsAt: at(1) })).toBeNull()
})

describe('addresses and codes', () => {
  it.each(['', '-a', 'a-', 'a b', 'ä', 'a/b', '../x', 'a'.repeat(61), 'a\u0000'])('refuse the slug %j', (slug) => {
    expect(slugSchema.safeParse(slug).success).toBe(false)
  })
  it.each(['', 'AB', 'A-B', 'Ä12', 'A B C', 'A'.repeat(33)])('refuse the code %j', (code) => {
    expect(codeSchema.safeParse(code).success).toBe(false)
  })
  it('are read by the form as the server reads them', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^ ?[A-Za-z0-9-]{0,64} ?$/))
    fc.assert(
      fc.property(typed, (text) => {
        expect(readOf(linkFields.slug, text)).toBe(slugSchema.safeParse(text).data)
        expect(readOf(linkFields.code, text)).toBe(codeSchema.safeParse(text).data)
      }),
    )
  })
  it('are the same however they are typed', () => {
    expect(slugSchema.parse(' Table-12 ')).toBe('table-12')
    expect(codeSchema.parse(' table12 ')).toBe('TABLE12')
  })
})

const days = (count: number, signups: number | null = 1): LinkDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    clicks: index,
    signups,
  }))

it('a month has a bar for each day', () => {
  expect(dayBars(days(30))).toHaveLength(30)
  expect(dayBars(days(30))[4]).toEqual({ from: '2026-01-05', to: '2026-01-05', clicks: 4, signups: 1 })
})

it('thirteen weeks have a bar for each, and lose no one', () => {
  const bars = dayBars(days(91))
  expect(bars).toHaveLength(13)
  expect(bars[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', clicks: 21, signups: 7 })
  expect(bars.at(-1)?.to).toBe('2026-04-01')
  expect(sumDays(bars)).toEqual(sumDays(days(91)))
})

it('what is unknown of the days is unknown of their sum', () => {
  expect(sumDays(days(3, null))).toEqual({ clicks: 3, signups: null })
  expect(sumDays([])).toEqual({ clicks: 0, signups: 0 })
})
