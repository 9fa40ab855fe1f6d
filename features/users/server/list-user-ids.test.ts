import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser, insertUsers } from '@quaff/features/users/testing/user-factory'
import type { Actor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { possibleUserActions } from '../access-rules'
import { listSelectedUsersInput, listUserIdsInput, merchantAccounts, userLimits } from '../contract'
import { listSelectedUsers, listUserIds, listUsers } from './read-users'

let services: TestServices
let admin: Actor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const ask = (actor: Actor, input: object = {}) => listUserIds(contextAs(services, actor), listUserIdsInput.parse(input))
const idsOf = async (actor: Actor, input: object = {}) => (await ask(actor, input)).userIds
const named = async (actor: Actor, ids: string[]) =>
  (await listSelectedUsers(contextAs(services, actor), { ids })).map(({ id }) => id)

describe('people for a selection', () => {
  it('are all that match, in pages of a thousand, each once', async () => {
    await insertUsers(
      services,
      Array.from({ length: userLimits.idsPerAnswer + 5 }, () => ({ role: 'many' })),
    )
    const first = await ask(admin, { role: 'many' })
    expect(first.userIds).toHaveLength(userLimits.idsPerAnswer)
    expect(first.total).toBe(userLimits.idsPerAnswer + 5)
    const second = await ask(admin, { role: 'many', cursor: first.nextCursor })
    expect(second.nextCursor).toBeNull()
    expect(new Set([...first.userIds, ...second.userIds]).size).toBe(userLimits.idsPerAnswer + 5)
  })

  it('are newest first', async () => {
    const [older, newer] = await insertUsers(services, [
      { role: 'aged', createdAt: new Date('2026-01-01T00:00:00Z') },
      { role: 'aged', createdAt: new Date('2026-01-02T00:00:00Z') },
    ])
    expect(await idsOf(admin, { role: 'aged' })).toEqual([newer?.id, older?.id])
  })

  it('named by id carry the facts that decide what can be done to each', async () => {
    const [active, waiting, nameless] = await insertUsers(services, [
      { role: 'facts' },
      { role: 'facts', status: 'pending' },
      { role: 'facts', status: 'pending', emailIsPlaceholder: true },
    ])
    const ids = await idsOf(admin, { role: 'facts' })
    const rows = await listSelectedUsers(contextAs(services, admin), { ids })
    const verdictsOf = (id: string | undefined) => {
      const person = rows.find((row) => row.id === id)
      if (!person) throw new Error('not listed')
      return possibleUserActions({ userId: 'usr_x', role: 'quaff_admin' }, person)
    }
    expect(verdictsOf(active?.id).suspend).toEqual({ ok: true })
    expect(verdictsOf(active?.id).resendInvitation).toEqual({ ok: false, reason: 'STATE' })
    expect(verdictsOf(waiting?.id).resendInvitation).toEqual({ ok: true })
    expect(verdictsOf(nameless?.id).resendInvitation).toEqual({ ok: false, reason: 'NO_ADDRESS' })
  })

  it('named by id leave out who is gone', async () => {
    const { id } = await insertUser(services, { status: 'suspended' })
    expect(await named(admin, [id, 'usr_gone'])).toEqual([id])
    expect(await named(admin, [])).toEqual([])
    const tooMany = Array.from({ length: userLimits.selectedPerAnswer + 1 }, String)
    expect(() => listSelectedUsersInput.parse({ ids: tooMany })).toThrow('<=250')
  })

  it('lie in the scope of the asker, by filter and by id', async () => {
    const mine = await insertMerchant(services)
    const foreign = await insertMerchant(services)
    const owner = await asOwner(services, [mine.id])
    const viewer = await asViewer(services, [mine.id])
    const own = await insertUser(services, { role: 'merchant_viewer', merchantIds: [mine.id] })
    const other = await insertUser(services, { role: 'merchant_viewer', merchantIds: [foreign.id] })
    const customer = await insertUser(services)
    for (const actor of [owner, viewer]) {
      expect(await idsOf(actor)).toContain(own.id)
      expect(await named(actor, [own.id, other.id, customer.id])).toEqual([own.id])
      expect(await idsOf(actor, { merchantId: foreign.id })).toEqual([])
    }
    const stranger = await asCustomRole(services)
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(named(stranger, [own.id])).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('the role "merchant accounts" finds owners and viewers together', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const people = await Promise.all(
      ['merchant_owner', 'merchant_viewer'].map((role) => insertUser(services, { role, merchantIds: [merchantId] })),
    )
    const found = await listUsers(contextAs(services, admin), {
      role: merchantAccounts,
      merchantId,
      limit: 20,
      sort: 'created',
      order: 'desc',
    })
    expect(found.rows.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id).sort())
    expect(found.total).toBe(2)
  })
})
