import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeMembership } from '@quaff/features/accounts/server'
import { userMerchants } from '@quaff/features/accounts/tables'
import { inTransaction } from '@quaff/platform/server'
import { liveEvents } from '@quaff/platform/server/tables'
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

describe('§6 §0044 the merchants of an imported person', () => {
  it('come from the claims, in order, whatever the person’s own document says', async () => {
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

  it('come from the claims if documents are imported later', async () => {
    await importFiles(services, { 'accounts.json': files['accounts.json'] })
    expect(await workplaces()).toEqual(expected)
    const { runId } = await importFiles(services, { 'people.ndjson': files['people.ndjson'] })
    expect(await workplaces()).toEqual(expected)
    expect(await told(runId)).toEqual(difference)
  })

  it('come from the claims if accounts are imported later, which reports the document’s merchants', async () => {
    await importFiles(services, { 'people.ndjson': files['people.ndjson'] })
    expect(await workplaces()).toEqual(['named m2'])
    const { runId } = await importFiles(services, { 'accounts.json': files['accounts.json'] })
    expect(await workplaces()).toEqual(expected)
    expect(await told(runId)).toEqual(difference.map((line) => line.replace('users', '__auth__')))
  })

  it('are none if the claims give a role without merchants, which is reported', async () => {
    const roleAlone = JSON.stringify({ users: [account('named', [])] })
    const { runId } = await importFiles(services, { ...files, 'accounts.json': roleAlone })
    expect(await workplaces()).toEqual([])
    expect(await told(runId)).toEqual(['users/named beyond_claims changed m2'])
  })

  it('come from the document if the claims give no rights', async () => {
    const { customAttributes: _claims, ...silent } = account('named', [])
    const { runId } = await importFiles(services, { ...files, 'accounts.json': JSON.stringify({ users: [silent] }) })
    expect(await workplaces()).toEqual(['named m2'])
    expect(await told(runId)).toEqual([])
  })

  it('come from the document if only an administrator’s record gives access, which is reported', async () => {
    const { customAttributes: _claims, ...silent } = account('named', [])
    const { runId } = await importFiles(services, {
      ...files,
      'accounts.json': JSON.stringify({ users: [silent] }),
      'admins.ndjson': linesOf([{ path: 'admins/named', data: { role: 'merchant_owner', ...dated } }]),
    })
    expect(await workplaces()).toEqual(['named m2'])
    expect(await told(runId)).toEqual(['users/named by_document_alone note m2'])
  })

  it('follow changed claims, and otherwise keep edits made here', async () => {
    await importFiles(services, files)
    await services.db.insert(userMerchants).values({ userId: 'named', merchantId: 'm2', position: 1 })
    const renamed = JSON.stringify({ users: [{ ...account('named', ['m1']), displayName: 'Other' }] })
    await importFiles(services, { 'accounts.json': renamed })
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m1', 'named m2', 'silent m1'])
    const moved = JSON.stringify({ users: [account('named', ['m2'])] })
    await importFiles(services, { 'accounts.json': moved })
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m2', 'silent m1'])
  })

  it('are exported as each document had them', async () => {
    await importFiles(services, files)
    const left = await exportFiles(services)
    const came = documentsInFiles({ 'people.ndjson': files['people.ndjson'] })
    const leaves = documentsInFiles(left)
    for (const path of ['users/silent', 'users/named']) expect(leaves.get(path)).toEqual(came.get(path))
  })

  it('that were given here are exported in claims and document, and can be imported elsewhere', async () => {
    await importFiles(services, files)
    await services.db.insert(userMerchants).values({ userId: 'silent', merchantId: 'm2', position: 1 })
    const left = await exportFiles(services)
    services = await createTestServices()
    const { runId } = await importFiles(services, left)
    expect(await workplaces()).toEqual(['alone m2', 'alone m1', 'named m1', 'silent m1', 'silent m2'])
    expect(await told(runId)).toEqual(difference)
  })

  it('keep an edit made here if another document of the person changes', async () => {
    await importFiles(services, files)
    const place = { userId: 'alone', merchantId: 'm1' }
    await inTransaction(services, (tx) => removeMembership(tx, place, services.clock.now()))
    const changed = JSON.stringify({ users: [account('alone', ['m2', 'm1', 'm3'])] })
    const { counts } = await importFiles(services, { 'accounts.json': changed })
    expect(counts.accounts).toMatchObject({ updated: 0, kept: 1 })
    expect(await workplaces()).toEqual(expected.filter((one) => one !== 'alone m1'))
  })

  it('apply to an open page immediately and notify only that person', async () => {
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
