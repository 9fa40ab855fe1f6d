import { describe, expect, it } from 'vitest'
import { bankingPermissions } from './permissions'

describe('permissions for bank details (spec §6, G11)', () => {
  it('§6 lets administrators and owners see and change them, and viewers see that they are on file', () => {
    const editors = ['quaff_admin', 'merchant_owner']
    expect(bankingPermissions).toEqual({
      'bank.get': editors,
      'bank.save': editors,
      'bank.onFile': [...editors, 'merchant_viewer'],
    })
  })
})
