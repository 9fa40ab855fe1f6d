import { describe, expect, it } from 'vitest'
import type { Permissions } from './contract'
import {
  assignMerchant,
  describeDevice,
  haveRightsChanged,
  isOpenInPreview,
  isRecentSignIn,
  isSessionOver,
  mayPreview,
  mustEnrol,
  permissionsFor,
  shortNetwork,
} from './rules'

const none: Permissions = {
  canViewAllMerchants: false,
  canEditAllMerchants: false,
  canViewMerchantIds: [],
  canEditMerchantIds: [],
  canAccessAnalytics: false,
  canManageAdmins: false,
  canManageBilling: false,
  canViewPayouts: false,
}
const own = ['mer_1', 'mer_2']

describe('rights of a role (spec §6)', () => {
  it.each<[string, Partial<Permissions>]>([
    [
      'quaff_admin',
      {
        canViewAllMerchants: true,
        canEditAllMerchants: true,
        canAccessAnalytics: true,
        canManageAdmins: true,
        canManageBilling: true,
        canViewPayouts: true,
      },
    ],
    [
      'merchant_owner',
      {
        canViewMerchantIds: own,
        canEditMerchantIds: own,
        canAccessAnalytics: true,
        canManageBilling: true,
        canViewPayouts: true,
      },
    ],
    ['merchant_viewer', { canViewMerchantIds: own, canAccessAnalytics: true, canViewPayouts: true }],
    ['customer', {}],
    ['barista', {}],
  ])('§3 §6 of a %s are as the table says', (role, rights) => {
    expect(permissionsFor(role, own)).toEqual({ ...none, ...rights })
  })
})

describe('the merchant assigned after sign-in (spec §4)', () => {
  const merchant = (id: string) => ({ id, name: id, logoUrl: null })
  const details = {
    role: 'merchant_owner',
    claimed: merchant('claimed'),
    owned: merchant('owned'),
    applied: merchant('applied'),
    application: { id: 'app_1', businessName: 'Corner Juice' },
  }
  it.each([
    [{}, 'claimed', false],
    [{ claimed: null }, 'owned', false],
    [{ claimed: null, owned: null }, 'applied', false],
    [{ claimed: null, owned: null, applied: null }, 'app_1', true],
  ])('§4 without %j is %s', (missing, id, temporary) => {
    expect(assignMerchant({ ...details, ...missing })).toMatchObject({ id, temporary })
  })

  it('is none for administrators and for who has nothing', () => {
    expect(assignMerchant({ ...details, role: 'quaff_admin' })).toBeNull()
    expect(assignMerchant({ ...details, claimed: null, owned: null, applied: null, application: null })).toBeNull()
  })
})

describe('a recent sign-in (G22)', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, seconds))

  it('§G22 is at most five minutes old', () => {
    expect(isRecentSignIn(at(0), at(0))).toBe(true)
    expect(isRecentSignIn(at(0), at(300))).toBe(true)
    expect(isRecentSignIn(at(0), new Date(at(300).getTime() + 1))).toBe(false)
  })

  it('§G22 is none that lies ahead by more than clocks of servers are apart', () => {
    expect(isRecentSignIn(at(300), at(0))).toBe(true)
    expect(isRecentSignIn(new Date(at(300).getTime() + 1), at(0))).toBe(false)
  })
})

describe('what a person may do', () => {
  const owner = { role: 'merchant_owner', merchantIds: ['one', 'two'], ownMerchantIds: ['own'], applicationId: 'app' }
  it.each([
    ['nothing', {}, false, false],
    ['the order of merchants', { merchantIds: ['two', 'one'] }, false, false],
    ['a merchant', { merchantIds: ['one'] }, true, false],
    ['the own merchant', { ownMerchantIds: [] }, true, false],
    ['the application', { applicationId: null }, true, false],
    ['the role', { role: 'merchant_viewer' }, true, true],
    ['every role', { role: null }, true, true],
  ])('§G15 differs once %s is another: %j', (_, changed, ofOwner, ofAdministrator) => {
    expect(haveRightsChanged(owner, { ...owner, ...changed })).toBe(ofOwner)
    const administrator = { ...owner, role: 'quaff_admin' }
    expect(haveRightsChanged(administrator, { ...administrator, ...changed })).toBe(ofAdministrator)
  })
})

describe('a session', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, seconds))
  const days = 14 * 86_400

  it.each([
    [0, true],
    [1, false],
    [days, false],
    [days + 300, false],
    [days + 301, true],
  ])('that has %i s left is over: %s', (seconds, isOver) => {
    expect(isSessionOver(at(seconds), at(0))).toBe(isOver)
  })
})

describe('the second factor', () => {
  it.each([
    ['quaff_admin', true, false, true],
    ['quaff_admin', true, true, false],
    ['quaff_admin', false, false, false],
    ['merchant_owner', true, false, false],
    ['merchant_viewer', true, false, false],
    ['barista', true, false, false],
  ])(
    'of a %s, demanded %s, set up %s: must be set up first: %s',
    (role, demandsSecondFactor, hasSecondFactor, must) => {
      expect(mustEnrol({ role, demandsSecondFactor, hasSecondFactor })).toBe(must)
    },
  )
})

describe('a device in words', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [`${mac} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on macOS'],
    [`${mac} Version/18.1 Safari/605.1.15`, 'Safari on macOS'],
    [`${mac} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on macOS'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'iPhone'],
    ['curl/8.5.0', 'curl'],
    ['<b>/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words)
  })
})

describe('a network in short', () => {
  it.each([
    ['203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1:2:x'],
    ['unknown', null],
    ['', null],
    [null, null],
  ])('%s: %s', (network, short) => {
    expect(shortNetwork(network)).toBe(short)
  })
})

describe('previewing as a viewer', () => {
  const details = { merchantIds: ['mer_1'], mustEnrol: false }

  it('is for administrators with any merchant and for owners with their own', () => {
    expect(mayPreview({ ...details, role: 'quaff_admin', merchantIds: [] }, 'mer_9')).toBe(true)
    expect(mayPreview({ ...details, role: 'merchant_owner' }, 'mer_1')).toBe(true)
    expect(mayPreview({ ...details, role: 'merchant_owner' }, 'mer_9')).toBe(false)
  })

  it.each(['merchant_viewer', 'customer', 'barista', ''])('is not for the role "%s"', (role) => {
    expect(mayPreview({ ...details, role }, 'mer_1')).toBe(false)
  })

  it('waits until a demanded second factor is set up', () => {
    expect(mayPreview({ ...details, role: 'quaff_admin', mustEnrol: true }, 'mer_1')).toBe(false)
  })

  it('lets questions through, its own end and signing out, and takes what declares no method for a change', () => {
    expect(isOpenInPreview({ path: 'merchants.list', method: 'GET' })).toBe(true)
    expect(isOpenInPreview({ path: 'sessions.endPreview', method: 'POST' })).toBe(true)
    expect(isOpenInPreview({ path: 'sessions.signOut', method: 'POST' })).toBe(true)
    expect(isOpenInPreview({ path: 'sessions.startPreview', method: 'POST' })).toBe(false)
    expect(isOpenInPreview({ path: 'merchants.list', method: undefined })).toBe(false)
  })
})
