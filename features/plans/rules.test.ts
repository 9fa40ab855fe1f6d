import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays } from '@quaff/platform/shared/calendar'
import { allowanceSchema, planFields, timeWindowSchema } from './contract'
import {
  allowanceSentence,
  copyName,
  lockedRefusal,
  maskedName,
  mergePlanFields,
  otherPlanFields,
  readPlanFields,
} from './rules'

const weekdayMornings = { days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '06:00', to: '11:00' }

describe('the allowance as a plain sentence', () => {
  it.each([
    [{ drinks: 1, per: 'day' }, null, 'One drink a day'],
    [{ drinks: 10, per: 'month' }, null, 'Ten drinks a month'],
    [{ drinks: 5, per: 'week' }, weekdayMornings, 'Five drinks a week, weekdays 06:00–11:00'],
    [{ drinks: 40, per: 'month' }, null, '40 drinks a month'],
    [{ drinks: 1, per: 'day' }, { days: ['sat', 'sun'], from: '00:00', to: '00:00' }, 'One drink a day, weekends'],
    [
      { drinks: 2, per: 'day' },
      { days: ['tue', 'wed', 'thu'], from: '22:00', to: '02:00' },
      'Two drinks a day, Tue–Thu 22:00–02:00',
    ],
    [
      { drinks: 2, per: 'day' },
      { days: ['mon', 'thu'], from: '08:00', to: '09:00' },
      'Two drinks a day, Mon, Thu 08:00–09:00',
    ],
    [null, { days: [...weekdays], from: '14:00', to: '17:00' }, 'No limit on drinks, every day 14:00–17:00'],
    [null, null, 'No limit on drinks'],
  ] as const)('%j in %j reads "%s"', (allowance, window, sentence) => {
    expect(allowanceSentence(allowance, window && { ...window, days: [...window.days] })).toBe(sentence)
  })
})

describe('the free-form document', () => {
  const imported = {
    description: 'One cup',
    allowance: { drinks: 1, per: 'day', rollover: true },
    timeWindow: 'mornings',
    singleDrinkPrice: 480,
    legacyCode: 'DC-1',
    nested: { a: [1, 2] },
    nothing: null,
  }

  it('is read where it can be read, and shown as it is where it cannot', () => {
    expect(readPlanFields(imported)).toMatchObject({
      description: 'One cup',
      allowance: { drinks: 1, per: 'day' },
      timeWindow: null,
      visibility: 'public',
    })
    expect(otherPlanFields(imported)).toEqual([
      { key: 'timeWindow', value: 'mornings' },
      { key: 'legacyCode', value: 'DC-1' },
      { key: 'nested', value: '{"a":[1,2]}' },
    ])
  })

  it('§3 keeps every unknown field, and unreadable ones until someone edits them', () => {
    const merged = mergePlanFields(imported, {
      allowance: { drinks: 2, per: 'week' },
      description: null,
      eligibleItems: [],
    })
    const { description: _, ...rest } = imported
    expect(merged).toEqual({ ...rest, allowance: { drinks: 2, per: 'week', rollover: true } })
    expect(mergePlanFields(imported, { timeWindow: { ...weekdayMornings, days: ['mon'] } }).timeWindow).toEqual({
      days: ['mon'],
      from: '06:00',
      to: '11:00',
    })
  })

  it('never crashes on what others wrote, and what it reads always fits the contract', () => {
    const keys = fc.constantFrom(
      'description',
      'allowance',
      'timeWindow',
      'singleDrinkPrice',
      'eligibleItems',
      'validLocationIds',
      'visibility',
      'other',
    )
    const shaped = fc.oneof(
      fc.jsonValue(),
      fc.record({ drinks: fc.oneof(fc.integer(), fc.double()), per: fc.constantFrom('day', 'year', 3) }),
      fc.record({
        days: fc.array(fc.constantFrom('mon', 'sun', 'x')),
        from: fc.string(),
        to: fc.constantFrom('06:00', '24:00'),
      }),
    )
    // Made once: a schema costs more than what it reads here.
    const [allowance, window] = [allowanceSchema.nullable(), timeWindowSchema.nullable()]
    fc.assert(
      fc.property(fc.dictionary(keys, shaped), fc.dictionary(keys, shaped), (document, changes) => {
        const read = readPlanFields(document)
        const merged = mergePlanFields(document, changes)
        const untouched = Object.keys(document).filter((key) => !Object.hasOwn(changes, key))
        return (
          allowance.safeParse(read.allowance).success &&
          window.safeParse(read.timeWindow).success &&
          untouched.every((key) => merged[key] === document[key]) &&
          otherPlanFields(document).every(({ value }) => typeof value === 'string')
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('words', () => {
  it.each([
    ['Ana Perez', 'Ana P.'],
    ['Ana  de la Cruz ', 'Ana C.'],
    ['Ana', 'Ana'],
    ['ana@example.test', 'Unnamed subscriber'],
    ['', 'Unnamed subscriber'],
    [null, 'Unnamed subscriber'],
  ])('names %j as "%s"', (name, masked) => {
    expect(maskedName(name)).toBe(masked)
  })

  it('names a copy once, within the limit', () => {
    expect(copyName('Daily Cup', planFields.name.max)).toBe('Daily Cup (copy)')
    expect(copyName('Daily Cup (copy)', planFields.name.max)).toBe('Daily Cup (copy)')
    expect(copyName('x'.repeat(120), 120)).toHaveLength(120)
    expect(copyName('\u{1F375}'.repeat(60), 120)).toBe(`${'\u{1F375}'.repeat(56)} (copy)`)
  })

  it('locks the plans of archived and declined merchants only', () => {
    expect(lockedRefusal('archived')?.message).toContain('archived')
    expect(lockedRefusal('rejected')?.message).toContain('rejected')
    for (const status of ['pending', 'pending_review', 'active', 'suspended']) expect(lockedRefusal(status)).toBeNull()
  })
})
