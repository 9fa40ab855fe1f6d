import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditChanges, auditTitle } from './rules'

describe('the title', () => {
  const title = (action: string, changes: ReturnType<typeof auditChanges> = []) => auditTitle({ action, changes })

  it('§8 of an unknown audit action is "Admin Action"', () => {
    for (const action of ['reindex', 'constructor', '__proto__', '']) expect(title(action)).toBe('Admin Action')
  })

  it('of a known one is in words', () => {
    expect(title('approve_merchant')).toBe('Approved the merchant')
    expect(title('disable_promotion')).toBe('Disabled a promotion')
  })

  it('of a pause and a resume says which', () => {
    expect(title('set_live', auditChanges({ isLive: true }, { isLive: false }))).toBe('Paused the merchant')
    expect(title('set_live', auditChanges({ isLive: false }, { isLive: true }))).toBe('Resumed the merchant')
    expect(title('set_live')).toBe('Paused or resumed')
  })
})

describe('the changes', () => {
  it('are the fields that differ, nested ones by their path', () => {
    expect(
      auditChanges(
        { enabled: true, metadata: { limitTotal: 5, note: 'same' }, tags: ['a', 'b'] },
        { enabled: false, metadata: { note: 'same' }, tags: ['a'] },
      ),
    ).toEqual([
      { field: 'Enabled', before: 'Yes', after: 'No' },
      { field: 'Metadata, limit total', before: '5', after: null },
      { field: 'Tags', before: 'a, b', after: 'a' },
    ])
  })

  it('hold no word of the code', () => {
    const changes = auditChanges(
      { status: 'pending_review', role: 'merchant_viewer', merchantId: 'mer_a', plan: { interval: 'month' } },
      {
        status: 'active',
        role: 'merchant_owner',
        merchantId: 'mer_b',
        note: 'as_is, really',
        fields: ['taxId', 'name'],
      },
    )
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['Pending review', 'Active'],
      ['Merchant viewer', 'Merchant owner'],
      ['mer_a', 'mer_b'],
      ['Month', null],
      [null, 'as_is, really'],
      [null, 'Tax id, Name'],
    ])
  })

  it('take empty, missing and null for the same', () => {
    expect(auditChanges({ website: null, phone: '' }, {})).toEqual([])
    expect(auditChanges(null, undefined)).toEqual([])
  })

  it('never show a number or secret whole, whatever an imported row holds', () => {
    const [account, tax] = auditChanges({}, { accountNumber: '4400007919', business: { tax_id: '12-3456789' } })
    expect([account?.after, tax?.after]).toEqual(['••••7919', '••••6789'])
  })

  it('stay short and never crash on any JSON', () => {
    const facts = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        for (const change of auditChanges(before, after)) {
          expect(change.before).not.toEqual(change.after)
          expect((change.after ?? '').length).toBeLessThanOrEqual(200)
        }
      }),
    )
    expect(auditChanges({}, { note: 'x'.repeat(500) })[0]?.after).toHaveLength(200)
  })
})
