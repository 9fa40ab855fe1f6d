import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataFields, promotionCatalogue } from './catalogue-contract'
import { type PromotionDefinition, promotionIds, promotionMetadataSchema } from './contract'
import {
  enableRefusal,
  findPromotion,
  mayUndo,
  mergeMetadata,
  metadataError,
  promotionChange,
  promotionTitle,
  readMetadata,
  tidyMetadata,
} from './rules'

const happyHour = findPromotion('happy_hour')!
const birthday = findPromotion('birthday_drink')!

describe('the catalogue', () => {
  it('lists every id once, in the same order as the ids of the contract', () => {
    expect(promotionCatalogue.map(({ id }) => id)).toEqual([...promotionIds])
    expect(new Set(promotionIds).size).toBe(8)
  })

  it('describes each promotion and names fields that exist', () => {
    for (const promotion of promotionCatalogue satisfies readonly PromotionDefinition[]) {
      expect(promotion.description.length).toBeGreaterThan(20)
      for (const field of promotion.fields) expect(metadataFields).toContain(field)
    }
  })

  it('words unknown ids of imported data', () => {
    expect(promotionTitle('happy_hour')).toBe('Happy hour')
    expect(promotionTitle('summer_2019')).toBe('Summer 2019')
  })
})

describe('metadata', () => {
  it.each([
    [{}, null],
    [{ startsOn: '2026-12-01', endsOn: '2026-12-01' }, null],
    [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, 'endsOn'],
    [{ limitTotal: 0 }, 'limitTotal'],
    [{ limitTotal: 1.5 }, 'limitTotal'],
    [{ limitPerCustomer: -1 }, 'limitPerCustomer'],
    [{ limitPerCustomer: 3, limitTotal: 2 }, 'limitPerCustomer'],
    [{ limitPerCustomer: 2, limitTotal: 2 }, null],
    [{ limitTotal: 1_000_001 }, 'limitTotal'],
  ])('%j: fault at %s', (metadata, field) => {
    expect(metadataError(happyHour, metadata)?.field ?? null).toBe(field)
  })

  it('refuses a field that means nothing for the promotion', () => {
    expect(metadataError(birthday, { startsOn: '2026-12-01' })).toMatchObject({
      field: 'startsOn',
      refusal: { reason: 'FIELD', message: 'Birthday drink doesn’t support start date.' },
    })
  })

  it('keeps nothing that says nothing', () => {
    expect(tidyMetadata({ planIds: [], note: '  ' })).toEqual({})
    expect(tidyMetadata({ planIds: ['p', 'p'], note: ' now ', limitTotal: 2 })).toEqual({
      planIds: ['p'],
      note: 'now',
      limitTotal: 2,
    })
  })

  it('of any stored document is read without a crash and into the shape of the contract', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...metadataFields, 'other'), fc.jsonValue()), (stored) => {
        expect(promotionMetadataSchema.safeParse(readMetadata({ ...stored })).success).toBe(true)
      }),
    )
    expect(readMetadata({ startsOn: '2026-02-30', endsOn: '2026-13-01', limitTotal: '5' })).toEqual({})
  })

  it('that no form knows survives a change', () => {
    expect(mergeMetadata({ legacy: [1], note: 'old', endsOn: '2026-01-01' }, { note: 'new' })).toEqual({
      legacy: [1],
      note: 'new',
    })
  })
})

it.each([
  [false, true, false, 'enable'],
  [true, true, true, 'update'],
  [true, true, false, 'none'],
  [true, false, false, 'disable'],
  [false, false, true, 'none'],
] as const)('enabled %s, asked for %s, details differ %s: %s', (isEnabled, enabled, differs, expected) => {
  expect(promotionChange(isEnabled, enabled, differs)).toBe(expected)
})

it('enables nothing new for archived and declined merchants', () => {
  expect(enableRefusal('active')).toBeNull()
  expect(enableRefusal('suspended')).toBeNull()
  expect(enableRefusal('archived')?.message).toContain('archived')
  expect(enableRefusal('rejected')?.message).toContain('rejected')
})

it('§G38 lets a disable be undone for ten seconds and the way to the server', () => {
  const disabledAt = new Date('2026-03-10T12:00:00Z')
  const after = (ms: number) => mayUndo(disabledAt, new Date(disabledAt.getTime() + ms))
  expect([after(0), after(10_000), after(12_000), after(12_001)]).toEqual([true, true, true, false])
})
