import { describe, expect, it } from 'vitest'
import { offeredOf } from '@quaff/platform/console/frame/command'
import { userStatuses } from '../contract'
import { buildUserRow } from '../testing/user-row-factory'
import { userCommands, type Person } from './user-commands-widget'

const admin = { userId: 'usr_admin', role: 'quaff_admin' }
const owner = { userId: 'usr_owner', role: 'merchant_owner' }
const viewer = { userId: 'usr_viewer', role: 'merchant_viewer' }

const offered = (person: Person, actor = admin, merchantId?: string) =>
  offeredOf(userCommands, person, { ...actor, merchantId, merchantIds: [] })
const free = (...of: Parameters<typeof offered>) =>
  offered(...of)
    .filter(({ disabledReason }) => disabledReason === undefined)
    .map(({ name }) => name)
const reasonOf = (action: string, ...of: Parameters<typeof offered>) =>
  offered(...of).find(({ name }) => name === action)?.disabledReason
const here = [{ id: 'mer_1', name: 'Wren & Rye' }]

describe('what is offered to do to a person', () => {
  it.each([
    ['pending', ['resendInvitation', 'correctEmail', 'cancelInvitation', 'delete']],
    ['pending_approval', ['approve', 'reject', 'delete']],
    ['active', ['updateRole', 'sendPasswordReset', 'suspend', 'delete']],
    ['suspended', ['reactivate', 'updateRole', 'delete']],
    ['rejected', ['delete']],
  ] as const)('goes by the state: %s', (status, actions) => {
    expect(free(buildUserRow({ status }))).toEqual(actions)
  })

  it('names the guard that prevents it', () => {
    expect(reasonOf('suspend', buildUserRow({ id: 'usr_admin', role: 'quaff_admin' }))).toContain('your own account')
    const last = buildUserRow({ role: 'quaff_admin', isLastAdministrator: true })
    expect(reasonOf('updateRole', last)).toContain('last active administrator')
    expect(reasonOf('delete', last)).toContain('last active administrator')
    expect(reasonOf('sendPasswordReset', buildUserRow({ emailIsPlaceholder: true }))).toContain('no email address')
  })

  it('names the merchants that someone owns once they are known', () => {
    const person = buildUserRow({ ownsMerchant: true })
    expect(reasonOf('delete', person)).toContain('owns a merchant')
    const known = { ...person, ownedMerchants: [{ id: 'mer_1', name: 'Wren & Rye' }] }
    expect(reasonOf('delete', known)).toContain('owns Wren & Rye')
  })

  it.each(userStatuses)('gives a viewer nothing to do (%s)', (status) => {
    const shown = offered(buildUserRow({ status, merchants: here }), viewer, 'mer_1')
    expect(shown.filter(({ onlyButton }) => !onlyButton)).toEqual([])
  })

  it('lets owners invite again and remove people of their merchant, but not who owns it or themselves', () => {
    expect(free(buildUserRow({ status: 'pending' }), owner, 'mer_1')).toEqual([
      'resendInvitation',
      'cancelInvitation',
      'removeFromMerchant',
    ])
    const ownsIt = { ...buildUserRow(), ownedMerchants: [{ id: 'mer_1', name: 'Wren & Rye' }] }
    expect(free(ownsIt, owner, 'mer_1')).toEqual([])
    expect(free({ ...ownsIt, ownedMerchants: [{ id: 'mer_2', name: 'Tide' }] }, owner, 'mer_1')).toEqual([
      'removeFromMerchant',
    ])
    expect(free(buildUserRow({ id: 'usr_owner' }), owner, 'mer_1')).toEqual([])
  })

  it('does not touch the account of someone who works for others too', () => {
    const shared = buildUserRow({ status: 'pending', worksElsewhere: true })
    expect(reasonOf('cancelInvitation', shared, owner, 'mer_1')).toContain('other merchants')
    expect(free(shared, owner, 'mer_1')).toEqual(['resendInvitation', 'removeFromMerchant'])
  })

  it('cancels an invitation instead of removing its only merchant', () => {
    const only = buildUserRow({ status: 'pending', merchants: [{ id: 'mer_1', name: 'Wren & Rye' }] })
    expect(reasonOf('removeFromMerchant', only, owner, 'mer_1')).toContain('Cancel the invitation instead')
  })
})
