import { describe, expect, it } from 'vitest'
import type { Session } from '../contract'
import { permissionsFor } from '../rules'
import { resolveSelection } from './use-merchant-selection'

const merchant = (id: string) => ({ id, name: `Merchant ${id}`, logoUrl: null })

function sessionOf(role: string, merchantIds: string[], assigned: string | null = null): Session {
  return {
    user: {
      uid: 'u1',
      email: 'a@b.co',
      displayName: null,
      photoURL: null,
      phoneNumber: null,
      role,
      merchantIds,
      applicationId: null,
      permissions: permissionsFor(role, merchantIds),
      hasPassword: true,
    },
    assignedMerchant: assigned === null ? null : { ...merchant(assigned), temporary: false },
    timeZone: 'UTC',
    version: '1',
  }
}

const stored = (id: string | null, uid = 'u1') => ({
  uid,
  current: id === null ? null : merchant(id),
  isGlobalView: id === null,
})

describe('merchant selection after sign-in', () => {
  it('§2.5 gives an administrator global view with no merchant selected', () => {
    expect(resolveSelection(sessionOf('quaff_admin', []), null)).toEqual({ current: null, isGlobalView: true })
  })

  it('keeps the merchant an administrator had chosen', () => {
    const selection = resolveSelection(sessionOf('quaff_admin', []), stored('m7'))
    expect(selection).toEqual({ current: merchant('m7'), isGlobalView: false })
  })

  it('gives a merchant user the assigned merchant', () => {
    const selection = resolveSelection(sessionOf('merchant_owner', ['m1', 'm2'], 'm1'), null)
    expect(selection).toMatchObject({ current: { id: 'm1' }, isGlobalView: false })
  })

  it('§2.5 §3 keeps the chosen merchant over a reload while it is still allowed', () => {
    const selection = resolveSelection(sessionOf('merchant_viewer', ['m1', 'm2'], 'm1'), stored('m2'))
    expect(selection.current?.id).toBe('m2')
  })

  it('drops a merchant that is no longer allowed', () => {
    const selection = resolveSelection(sessionOf('merchant_owner', ['m1'], 'm1'), stored('m9'))
    expect(selection.current?.id).toBe('m1')
  })

  it("ignores another person's selection and global view", () => {
    expect(resolveSelection(sessionOf('quaff_admin', []), stored('m7', 'u2')).isGlobalView).toBe(true)
    expect(resolveSelection(sessionOf('merchant_owner', ['m1'], 'm1'), stored(null)).isGlobalView).toBe(false)
  })

  it('selects nothing for a custom role', () => {
    expect(resolveSelection(sessionOf('barista', []), null)).toEqual({ current: null, isGlobalView: false })
  })
})
