import { describe, expect, it } from 'vitest'
import { brandingPermissions } from './permissions'

describe('branding permissions', () => {
  it('§6 let viewers look and never change', () => {
    expect(brandingPermissions['branding.get']).toContain('merchant_viewer')
    expect(brandingPermissions['branding.change']).toEqual(['quaff_admin', 'merchant_owner'])
  })
})
