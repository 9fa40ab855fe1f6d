import { and, eq, getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { merchantStatuses, updateMerchantInput } from '../contract'
import { insertMerchant } from '../testing/merchant-factory'
import { merchants } from './tables'
import { updateMerchant } from './update-merchant'

let services: TestServices
let admin: Actor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const rowOf = async (id: string) => {
  const [row] = await services.db.select().from(merchants).where(eq(merchants.id, id))
  return row!
}
const update = (actor: Actor, merchantId: string, changes: object, version = 1) =>
  updateMerchant(contextAs(services, actor), updateMerchantInput.parse({ merchantId, version, changes }))
const auditsOf = (id: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetId, id), eq(adminAuditLogs.action, 'update_merchant')))

describe('editing a merchant', () => {
  it('takes no name of nothing but control characters', async () => {
    const { id } = await insertMerchant(services, { name: 'Old' })
    const input = { merchantId: String(id), version: 1, changes: { name: '\u0007\u0000' } }
    const attempt = updateMerchant(contextAs(services, admin), input)
    await expect(attempt).rejects.toMatchObject({ reason: 'NAME', detail: { field: 'name' } })
    expect(await rowOf(String(id))).toMatchObject({ name: 'Old', version: 1 })
  })

  it('writes what changed, and audits only that', async () => {
    const { id } = await insertMerchant(services, { name: 'Old', website: null })
    const record = await update(admin, id, {
      name: 'New',
      description: 'Coffee and cake',
      website: 'https://new.test',
      address: { line1: '2 Low Street', city: 'Springfield' },
      allowMultipleLocations: false,
    })
    expect(record).toMatchObject({
      name: 'New',
      website: 'https://new.test',
      allowMultipleLocations: false,
      version: 2,
    })
    expect(await auditsOf(id)).toMatchObject([{ merchantId: id }])
    const [audit] = await auditsOf(id)
    expect(audit!.before).toEqual({
      name: 'Old',
      website: null,
      address: { line1: '1 High Street', city: 'Springfield' },
      allowMultipleLocations: true,
    })
    expect(audit!.after).toEqual({
      name: 'New',
      website: 'https://new.test',
      address: { line1: '2 Low Street', city: 'Springfield' },
      allowMultipleLocations: false,
    })
  })

  it('writes and audits nothing when nothing changed', async () => {
    const { id, name } = await insertMerchant(services)
    expect(await update(admin, id, { name, contactPhone: '' })).toMatchObject({ version: 1 })
    expect(await auditsOf(id)).toEqual([])
  })

  it('removes a value with blank text and with null, and keeps what is absent', async () => {
    const { id } = await insertMerchant(services, { website: 'https://a.test', contactPhone: '1', businessName: 'B' })
    const record = await update(admin, id, { website: '', contactPhone: null })
    expect(record).toMatchObject({
      website: null,
      contactPhone: null,
      businessName: 'B',
      description: 'Coffee and cake',
    })
  })

  it('keeps what an imported address holds beside its lines', async () => {
    const address = { line1: 'a', region: 'b', plusCode: '9F4M+' }
    const { id } = await insertMerchant(services, { address })
    await update(admin, id, { address: { line1: 'c', region: '' } })
    expect((await rowOf(id)).address).toEqual({ line1: 'c', plusCode: '9F4M+' })
  })

  it('takes links that are https only', () => {
    const read = (website: string) =>
      updateMerchantInput.safeParse({ merchantId: 'mer_1', version: 1, changes: { website } })
    for (const website of ['http://a.test', 'javascript:alert(1)', 'data:text/html,x', '//a.test', 'nowhere'])
      expect(read(website).success, website).toBe(false)
    expect(read('a.test').data?.changes.website, 'as it is typed').toBe('https://a.test')
  })
})

describe('the tax id', () => {
  it('§3 is kept when absent, replaced when sent, removed when blank, and never leaves the server whole', async () => {
    const { id } = await insertMerchant(services, { taxId: '12-3456789' })
    expect(await update(admin, id, { name: 'Taxed' })).toMatchObject({ taxIdMasked: '•••• 6789', hasTaxId: true })
    expect((await rowOf(id)).taxId).toBe('12-3456789')
    expect(await update(admin, id, { taxId: '98-7654321' }, 2)).toMatchObject({ taxIdMasked: '•••• 4321' })
    expect(await update(admin, id, { taxId: '' }, 3)).toMatchObject({ taxIdMasked: null, hasTaxId: false })
    const audits = await auditsOf(id)
    expect(JSON.stringify(audits)).not.toMatch(/12-3456789|98-7654321/)
    expect(audits.map((audit) => audit.after)).toContainEqual({ taxId: '•••• 4321' })
    expect(audits.map((audit) => audit.after)).toContainEqual({ taxId: null })
  })
})

describe('two editors with the same version', () => {
  it('one wins, the other gets a conflict and overwrites nothing', async () => {
    const { id } = await insertMerchant(services)
    const results = await Promise.allSettled([
      update(admin, id, { name: 'By one' }),
      update(admin, id, { description: 'By two' }),
    ])
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]).toMatchObject({ reason: { code: 'CONFLICT', reason: 'STALE_VERSION' } })
    expect(await auditsOf(id)).toHaveLength(1)
    const row = await rowOf(id)
    expect(row.version).toBe(2)
    expect([row.name === 'By one', row.description === 'By two'].filter(Boolean)).toHaveLength(1)
  })
})

describe('who may change which column', () => {
  const writable = new Set([
    'name',
    'description',
    'businessType',
    'businessName',
    'contactEmail',
    'contactPhone',
    'website',
    'taxId',
    'address',
    'allowMultipleLocations',
    'requireLocationCheck',
    'timeZone',
  ])
  const sample = (column: string): unknown => {
    if (column === 'address') return { line1: 'Changed' }
    if (column === 'businessType') return 'bar'
    if (column === 'contactEmail') return 'changed@venue.test'
    if (column === 'website') return 'https://changed.test'
    if (column === 'timeZone') return 'Asia/Kathmandu'
    if (column === 'contactPhone') return '+1 555 0199'
    return column.startsWith('allow') || column.startsWith('require') ? column.startsWith('require') : 'Changed'
  }
  const columns = Object.keys(getTableColumns(merchants))
  const smuggled = [
    ...columns.filter((column) => !writable.has(column)),
    'settings',
    'settings.isLive',
    'banking',
    'banking.verificationStatus',
    'banking.accountNumber',
    'branding.logoUrl',
    'contactInfo.email',
    'owner',
    'live',
    '__proto__x',
  ]

  it.each(smuggled)('no one writes %s, neither plain nor beside the changes', async (key) => {
    for (const value of ['active', true, null, { a: 1 }]) {
      const base = { merchantId: 'mer_1', version: 1 }
      expect(updateMerchantInput.safeParse({ ...base, changes: { name: 'x', [key]: value } }).success).toBe(false)
      if (key !== 'version')
        expect(updateMerchantInput.safeParse({ ...base, changes: {}, [key]: value }).success).toBe(false)
    }
  })

  it.each([...writable])(
    '§6 administrators and owners of the merchant write %s, everybody else is refused',
    async (column) => {
      const before = { allowMultipleLocations: true, requireLocationCheck: false }
      const own = await insertMerchant(services, before)
      const foreign = await insertMerchant(services, before)
      const change = { [column]: column === 'allowMultipleLocations' ? false : sample(column) }
      const unchanged = await rowOf(own.id!)
      const refused: [Actor, string][] = [
        [anonymous, 'UNAUTHORIZED'],
        [await asCustomRole(services), 'FORBIDDEN'],
        [await asViewer(services, [own.id!]), 'FORBIDDEN'],
        [await asOwner(services, []), 'NOT_FOUND'],
        [await asOwner(services, [foreign.id!]), 'NOT_FOUND'],
      ]
      for (const [actor, code] of refused) await expect(update(actor, own.id!, change)).rejects.toMatchObject({ code })
      expect(await rowOf(own.id!)).toEqual(unchanged)
      await update(await asOwner(services, [own.id!]), own.id!, change)
      await update(admin, foreign.id!, change)
      for (const { id } of [own, foreign]) {
        const after = await rowOf(id!)
        expect(after).toMatchObject(change)
        const others = (row: object) =>
          Object.entries(row).filter(
            ([key]) => ![column, 'id', 'name', 'version', 'updatedAt', 'contactEmail'].includes(key),
          )
        expect(others(after)).toEqual(others(unchanged))
      }
    },
  )

  it.each(merchantStatuses)('owners edit a merchant that is %s unless it is declined or archived', async (status) => {
    const { id } = await insertMerchant(services, { status })
    const owner = await asOwner(services, [id])
    if (status !== 'archived' && status !== 'rejected') {
      expect(await update(owner, id, { name: 'Edited' })).toMatchObject({ name: 'Edited', status })
      return
    }
    await expect(update(owner, id, { name: 'Edited' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Ask an administrator to restore it/),
    })
    expect(await update(admin, id, { name: 'Edited' })).toMatchObject({ name: 'Edited', status })
  })

  it('an owner in set-up edits the merchant of the own application', async () => {
    const { id } = await insertMerchant(services, { status: 'pending', applicationStatus: 'pending_setup' })
    const applicant = await asOwner(services, [], { ownMerchantIds: [id] })
    expect(await update(applicant, id, { name: 'From set-up' })).toMatchObject({ name: 'From set-up' })
  })
})
