import { describe, expect, it } from 'vitest'
import { adminRole } from '@quaff/platform/shared/product'
import { saverName, type Saver } from './last-save-rules'

const maya: Saver = {
  userId: 'usr_maya',
  displayName: 'Maya Lindqvist',
  email: 'maya@example.test',
  role: 'merchant_owner',
  merchantIds: ['mer_1', 'mer_2'],
  isErased: false,
}
const reader = { userId: 'usr_reader', role: 'merchant_owner', merchantIds: ['mer_2'], ownMerchantIds: [] as string[] }
const admin = { ...reader, role: adminRole, merchantIds: [] }

describe('who saved a record', () => {
  it('is named to administrators, by email without a name', () => {
    expect(saverName(admin, maya)).toBe('Maya Lindqvist')
    expect(saverName(admin, { ...maya, displayName: ' ' })).toBe('maya@example.test')
    expect(saverName(admin, { ...maya, role: adminRole, merchantIds: [] })).toBe('Maya Lindqvist')
  })

  it('is named to colleagues, never by email', () => {
    expect(saverName(reader, maya)).toBe('Maya Lindqvist')
    expect(saverName({ ...reader, merchantIds: [], ownMerchantIds: ['mer_1'] }, maya)).toBe('Maya Lindqvist')
    expect(saverName(reader, { ...maya, displayName: null })).toBe('A colleague')
  })

  it('is the company for other viewers if it was an administrator', () => {
    expect(saverName(reader, { ...maya, role: adminRole })).toBe('Quaff')
  })

  it('is not named if it was a stranger or an erased person', () => {
    expect(saverName(reader, { ...maya, merchantIds: ['mer_3'] })).toBeNull()
    expect(saverName(admin, { ...maya, isErased: true })).toBeNull()
  })

  it('is the viewer in another window', () => {
    expect(saverName({ ...reader, userId: 'usr_maya' }, maya)).toBe('You')
  })
})
