import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditChanges, auditTitle } from './audit-rules'

describe('the title of an audit row', () => {
  const title = (action: string, changes: ReturnType<typeof auditChanges> = []) => auditTitle({ action, changes })

  it('§8 is "Admin Action" for an unknown action', () => {
    for (const action of ['reindex', 'constructor', '__proto__', '']) expect(title(action)).toBe('Admin Action')
  })

  it('is a phrase for a known action', () => {
    expect(title('approve_merchant')).toBe('Approved the merchant')
    expect(title('disable_promotion')).toBe('Disabled a promotion')
  })

  it('distinguishes a pause from a resume', () => {
    expect(title('set_live', auditChanges({ isLive: true }, { isLive: false }))).toBe('Paused the merchant')
    expect(title('set_live', auditChanges({ isLive: false }, { isLive: true }))).toBe('Resumed the merchant')
    expect(title('set_live')).toBe('Paused or resumed')
  })

  it('distinguishes new bank details from changed ones', () => {
    const details = (last: string) => ({ changed: ['routingNumber'], accountLast4: last })
    expect(title('update_bank_account', auditChanges(null, details('2333')))).toBe('Added a bank account')
    expect(title('update_bank_account', auditChanges({ accountLast4: '1111' }, details('2333')))).toBe(
      'Changed the bank account',
    )
    expect(title('update_bank_account', auditChanges({ accountLast4: '2333' }, details('2333')))).toBe(
      'Changed the bank account',
    )
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

  it('contain no code words', () => {
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

  it('show prices, opening hours and field names as the screens do', () => {
    const price = {
      id: 'pri_1',
      amountMinor: 1_200,
      currency: 'jpy',
      interval: 'month',
      intervalCount: 1,
      active: true,
    }
    const changes = auditChanges(
      { prices: [price], hours: { mon: [{ open: '22:00', close: '02:00' }] }, amountMinor: 2_900, currency: 'usd' },
      {
        prices: [price, { ...price, id: 'pri_2', intervalCount: 3, active: false }],
        hours: { mon: [] },
        amountMinor: 3_050,
        currency: 'usd',
        changed: ['accountHolderName', 'routingNumber'],
        accountLast4: '2333',
        rules: [{ id: 'rul_1', kind: 'per_day', limits: { drinks: 2 } }],
      },
    )
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['Prices', '¥1,200 / month', '¥1,200 / month, ¥1,200 every 3 months (inactive)'],
      ['Hours, Monday', '22:00–02:00', null],
      ['Amount', '$29', '$30.50'],
      ['Changed', null, 'Account holder name, Routing number'],
      ['Account, last 4 digits', null, '2333'],
      ['Rules', null, 'Kind Per day, Limits Drinks 2'],
    ])
    expect(JSON.stringify(changes)).not.toMatch(/[{}]\\|amountMinor|pri_/)
  })

  it('show times without seconds, and leave out what only a restore reads', () => {
    const [before, after] = [{ statusChangedAt: '2026-11-29T10:10:46.317Z' }, { until: '2026-12-01T08:05:00.000Z' }]
    expect(auditChanges(before, { ...after, address: { line1: '1 Quay Street' } })).toEqual([
      { field: 'Until', before: null, after: '2026-12-01 08:05 UTC' },
      { field: 'Address, street and number', before: null, after: '1 Quay Street' },
    ])
  })

  it('show amounts in their currency', () => {
    const fields = (details: object) => auditChanges({}, { ...details }).map(({ field, after }) => [field, after])
    expect(fields({ period: '2026-10', netMinor: 1_231_050, currency: 'usd' })).toEqual([
      ['Period', '2026-10'],
      ['Net', '$12,310.50'],
    ])
    expect(fields({ currency: 'usd' })).toEqual([['Currency', 'USD']])
  })

  it('treat empty, missing and null as equal', () => {
    expect(auditChanges({ website: null, phone: '' }, {})).toEqual([])
    expect(auditChanges(null, undefined)).toEqual([])
  })

  it('never show a full account number or secret, even from an imported row', () => {
    const [account, tax] = auditChanges({}, { accountNumber: '4400007919', business: { tax_id: '12-3456789' } })
    expect([account?.after, tax?.after]).toEqual(['••••7919', '••••6789'])
  })

  it('stay short and accept any JSON', () => {
    const details = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(details, details, (before, after) => {
        for (const change of auditChanges(before, after)) {
          expect(change.before).not.toEqual(change.after)
          expect((change.after ?? '').length).toBeLessThanOrEqual(200)
        }
      }),
    )
    expect(auditChanges({}, { note: 'x'.repeat(500) })[0]?.after).toHaveLength(200)
  })
})
