import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeMembership } from '@quaff/features/accounts/server'
import { userMerchants } from '@quaff/features/accounts/tables'
import { liveEvents } from '@quaff/platform/server/tables'
import { inTransaction } from '@quaff/platform/server/transaction'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importFiles } from '../../testing/import-run-factory'
import { documentsInFiles, linesOf } from '../../testing/round-trip-factory'
import { listenImported, signInImported } from '../../testing/signed-in-factory'
import { importProblems } from '../tables'

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
const expected = ['alone m2', 'alone m1', 'named m1', 'silent m1']
const told = async (runId: string) => {
  const rows = await services.db
    .select()
    .from(importProblems)
    .where(eq(importProblems.runId, runId))
    .orderBy(asc(importProblems.path), asc(importProblems.fault))
  return rows.map(({ path, fault, level, shown }) => `${path} ${fault} ${level} ${shown}`)
}
const difference = ['users/named beyond_claims changed m2', 'users/named short_of_claims note m1']

beforeEach(async () => {
  services = await createTestServices()
})

describe('§6 §0077 the merchants of somebody who comes over', () => {
  it('are those of the claims, in their order, whatever a document names that its person may have written', async () => {
    const { runId, report } = await importFiles(services, files)
    expect(await workplaces()).toEqual(expected)
    expect(await told(runId)).toEqual(difference)
    expect(report.problems.map(({ fault, level, example }) => `${example} ${fault} ${level}`)).toEqual([
      'users/named beyond_claims changed',
      'users/named short_of_claims note',
    ])
    expect(report.collections.find(({ kind }) => kind === 'users')).toMatchObject({ read: 2, ready: 1, changed: 1 })
    const again = await importFiles(services, files)
    expect([again.counts.accounts?.same, again.counts.users?.same]).toEqual([3, 2])
    expect(await workplaces()).toEqual(expected)
  })

  it('are so too where the documents come with a later import', async () => {
    await importFiles(services, { 'accounts.json': files['accounts.json'] })
    expect(await workplaces()).toEqual(expected)
    const { runId } = await importFiles(services, { 'people.ndjson': files['people.ndjson'] })
    expect(await workplaces()).toEqual(expected)
    expect(await told(runId)).toEqual(difference)
  })

  it('are so too where the accounts come with a later import, and it is told what the document gave until then', async () => {
    await importFiles(services, { 'people.ndjson': files['people.ndjson'] })
    expect(await workplaces()).toEqual(['named m2'])
    const { runId } = await importFiles(services, { 'accounts.json': files['accounts.json'] })
    expect(await workplaces()).toEqual(expected)
    expect(await told(runId)).toEqual(difference.map((line) => line.replace('users', '__auth__')))
  })

  it('are none where the claims give a role and no merchant, and are told', async () => {
    const roleAlone = JSON.stringify({ users: [account('named', [])] })
    const { runId } = await importFiles(services, { ...files, 'accounts.json': roleAlone })
    expect(await workplaces()).toEqual([])
    expect(await told(runId)).toEqual(['users/named beyond_claims changed m2'])
  })

  it('are those of the document where no claims say what somebody may', async () => {
    const { customAttributes: _claims, ...silent } = account('named', [])
    const { runId } = await importFiles(services, { ...files, 'accounts.json': JSON.stringify({ users: [silent] }) })
    expect(await workplaces()).toEqual(['named m2'])
    expect(await told(runId)).toEqual([])
  })

  it('are so where a record alone lets somebody in, which is told with the merchants', async () => {
    const { customAttributes: _claims, ...silent } = account('named', [])
    const { runId } = await importFiles(services, {
      ...files,
      'accounts.json': JSON.stringify({ users: [silent] }),
      'admins.ndjson': linesOf([{ path: 'admins/named', data: { role: 'merchant_owner', ...dated } }]),
    })
    expect(await workplaces()).toEqual(['named m2'])
    expect(await told(runId)).toEqual(['users/named by_document_alone note m2'])
  })

  it('follow claims that have changed, and stay as they are here with claims that have not', async () => {
    await importFiles(services, files)
    await services.db.insert(userMerchants).values({ userId: 'named', merchantId: 'm2', position: 1 })
    const renamed = JSON.stringify({ users: [{ ...account('named', ['m1']), displayName: 'Other' }] })
    await importFiles(services, { 'accounts.json': renamed })
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m1', 'named m2', 'silent m1'])
    const moved = JSON.stringify({ users: [account('named', ['m2'])] })
    await importFiles(services, { 'accounts.json': moved })
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m2', 'silent m1'])
  })

  it('leave as each of their documents says it', async () => {
    await importFiles(services, files)
    const left = await exportFiles(services)
    const came = documentsInFiles({ 'people.ndjson': files['people.ndjson'] })
    const leaves = documentsInFiles(left)
    for (const path of ['users/silent', 'users/named']) expect(leaves.get(path)).toEqual(came.get(path))
  })

  it('that were given here leave in claims and document, so that they come over elsewhere', async () => {
    await importFiles(services, files)
    await services.db.insert(userMerchants).values({ userId: 'silent', merchantId: 'm2', position: 1 })
    const left = await exportFiles(services)
    services = await createTestServices()
    const { runId } = await importFiles(services, left)
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m1', 'silent m1', 'silent m2'])
    expect(await told(runId)).toEqual(difference)
  })

  it('are left as somebody has changed them here, also where another document of the person has changed', async () => {
    await importFiles(services, files)
    const place = { userId: 'alone', merchantId: 'm1' }
    await inTransaction(services, (tx) => removeMembership(tx, place, services.clock.now()))
    const changed = JSON.stringify({ users: [account('alone', ['m2', 'm1', 'm3'])] })
    const { counts } = await importFiles(services, { 'accounts.json': changed })
    expect(counts.accounts).toMatchObject({ updated: 0, kept: 1 })
    expect(await workplaces()).toEqual(expected.filter((one) => one !== 'alone m1'))
  })

  it('are those of an open page at once, and nobody else hears of it', async () => {
    await importFiles(services, files)
    const [alone, silent] = [await signInImported(services, 'alone'), await signInImported(services, 'silent')]
    const [lost, kept] = [await listenImported(services, alone), await listenImported(services, silent)]
    await importFiles(services, {
      'accounts.json': JSON.stringify({ users: [{ ...account('alone', []), disabled: true }] }),
    })
    expect(await Promise.all([lost(), kept()])).toEqual(['ended', 'late'])
    const told = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, 'silent'))
    expect(told).toEqual([])
  })
})
