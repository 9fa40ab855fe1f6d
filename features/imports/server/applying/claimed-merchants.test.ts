import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { userMerchants } from '@quaff/features/accounts/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importFiles } from '../../testing/import-run-factory'
import { documentsInFiles, linesOf } from '../../testing/round-trip-factory'

let services: TestServices
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const account = (localId: string, merchantIds: string[]) => ({
  localId,
  email: `${localId}@people.test`,
  createdAt: '1704067200000',
  customAttributes: JSON.stringify({ role: 'merchant_viewer', merchantIds }),
})
const files = {
  'accounts.json': JSON.stringify({
    users: [account('alone', ['m2', 'm1']), account('silent', ['m1']), account('named', ['m1'])],
  }),
  'people.ndjson': linesOf([
    { path: 'merchants/m1', data: { name: 'Bar', status: 'active', ...dated } },
    { path: 'merchants/m2', data: { name: 'Cafe', status: 'active', ...dated } },
    { path: 'users/silent', data: { displayName: 'Silent', ...dated } },
    { path: 'users/named', data: { displayName: 'Named', merchantIds: ['m2'], ...dated } },
  ]),
}
const workplaces = async () => {
  const rows = await services.db
    .select()
    .from(userMerchants)
    .orderBy(asc(userMerchants.userId), asc(userMerchants.position))
  return rows.map(({ userId, merchantId }) => `${userId} ${merchantId}`)
}
const expected = ['alone m2', 'alone m1', 'named m2', 'silent m1']

beforeEach(async () => {
  services = await createTestServices()
})

describe('§6 the merchants of somebody who comes over', () => {
  it('are those of the claims where no document names any, in their order', async () => {
    await importFiles(services, files)
    expect(await workplaces()).toEqual(expected)
    const again = await importFiles(services, files)
    expect([again.counts.accounts?.same, again.counts.users?.same]).toEqual([3, 2])
    expect(await workplaces()).toEqual(expected)
  })

  it('are so too where the documents come with a later import', async () => {
    await importFiles(services, { 'accounts.json': files['accounts.json'] })
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m1', 'silent m1'])
    await importFiles(services, { 'people.ndjson': files['people.ndjson'] })
    expect(await workplaces()).toEqual(expected)
  })

  it('stay as they are here when an account comes over changed', async () => {
    await importFiles(services, files)
    const moved = JSON.stringify({ users: [{ ...account('named', ['m1']), displayName: 'Other' }] })
    await importFiles(services, { 'accounts.json': moved })
    expect(await workplaces()).toEqual(expected)
  })

  it('leave as each of their documents says it', async () => {
    await importFiles(services, files)
    const { 'auth.json': _accounts = '', ...left } = await exportFiles(services)
    const came = documentsInFiles({ 'people.ndjson': files['people.ndjson'] })
    const leaves = documentsInFiles(left)
    for (const path of ['users/silent', 'users/named']) expect(leaves.get(path)).toEqual(came.get(path))
  })
})
