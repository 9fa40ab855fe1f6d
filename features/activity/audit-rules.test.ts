import { describe, expect, it } from 'vitest'
import { auditChanges } from './audit-changes-rules'
import { auditTitle } from './audit-rules'

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

  it('of bank details says whether there were any before', () => {
    const facts = (last: string) => ({ changed: ['routingNumber'], accountLast4: last })
    expect(title('update_bank_account', auditChanges(null, facts('2333')))).toBe('Added a bank account')
    expect(title('update_bank_account', auditChanges({ accountLast4: '1111' }, facts('2333')))).toBe(
      'Changed the bank account',
    )
    expect(title('update_bank_account', auditChanges({ accountLast4: '2333' }, facts('2333')))).toBe(
      'Changed the bank account',
    )
  })
})
