import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildSpool, exportFiles, importFiles } from '../../testing/import-run-factory'
import { documentsInFiles, linesOf } from '../../testing/round-trip-factory'
import { undoRun } from '../runs/undo-run'
import { importProblems } from '../tables'

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const account = (localId: string, claims?: object) => ({
  localId,
  email: `${localId}@people.test`,
  createdAt: '1704067200000',
  ...(claims ? { customAttributes: JSON.stringify(claims) } : {}),
})
const person = (id: string, data: object = {}) => ({
  path: `users/${id}`,
  data: { displayName: id, ...dated, ...data },
})
const files = {
  'accounts.json': JSON.stringify({
    users: [
      account('claimed', { role: 'quaff_admin' }),
      account('flagged', { isQuaffAdmin: true }),
      account('owner', { role: 'merchant_owner', merchantIds: [] }),
      account('guest'),
    ],
  }),
  'people.ndjson': linesOf([
    person('flagged'),
    person('owner', { role: 'customer' }),
    person('guest', { role: 'customer' }),
    person('recorded'),
  ]),
}
const record = linesOf([{ path: 'admins/recorded', data: { role: 'quaff_admin', ...dated } }])
const rolesOf = async ({ db }: TestServices) =>
  Object.fromEntries((await db.select().from(users)).map(({ id, role }) => [id, role]))

describe('§3 the role of an imported person', () => {
  const all = { claimed: 'quaff_admin', flagged: 'quaff_admin', owner: 'merchant_owner', guest: 'customer' }

  it('is shown in lists as the effective role, wherever the old system stores it', async () => {
    const services = await createTestServices()
    await importFiles(services, { ...files, 'admins.ndjson': record }, { grantsAdmins: true })
    expect(await rolesOf(services)).toEqual({ ...all, recorded: 'quaff_admin' })
    const again = await importFiles(services, { ...files, 'admins.ndjson': record }, { grantsAdmins: true })
    expect(Object.values(again.counts).map(({ same }) => same)).toEqual([4, 4, 1])
  })

  it('is exported as each document had it', async () => {
    const services = await createTestServices()
    await importFiles(services, { ...files, 'admins.ndjson': record }, { grantsAdmins: true })
    const came = documentsInFiles({
      'people.ndjson': files['people.ndjson'],
      'auth.json': files['accounts.json'],
      'admins.ndjson': record,
    })
    expect(documentsInFiles(await exportFiles(services))).toEqual(came)
  })

  it('is not administrator unless granted', async () => {
    const services = await createTestServices()
    await importFiles(services, { ...files, 'admins.ndjson': record })
    expect(await rolesOf(services)).toEqual({ ...all, claimed: 'customer', flagged: 'customer', recorded: 'customer' })
  })

  it('ends with the record that gave it, and the other documents stay', async () => {
    const services = await createTestServices()
    await importFiles(services, files, { grantsAdmins: true })
    const before = documentsInFiles(await exportFiles(services))
    const { runId } = await importFiles(services, { 'admins.ndjson': record }, { grantsAdmins: true })
    expect(await rolesOf(services)).toMatchObject({ recorded: 'quaff_admin' })
    await undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    expect(await services.db.select().from(adminRecords)).toEqual([])
    expect(await rolesOf(services)).toEqual({ ...all, recorded: 'customer' })
    expect(documentsInFiles(await exportFiles(services))).toEqual(before)
  })

  it('§5 is reported if only a document names it, because it gives no access', async () => {
    const services = await createTestServices()
    const told = async (runId: string) =>
      (await services.db.select().from(importProblems).where(eq(importProblems.runId, runId)))
        .filter(({ fault }) => fault === 'role_not_given')
        .map(({ path, level, shown }) => [path, level, shown].join(' '))
    await importFiles(services, { 'accounts.json': files['accounts.json'] })
    const people = linesOf([
      person('owner', { role: 'merchant_owner' }),
      person('alone', { role: 'merchant_owner' }),
      person('invited', { role: 'merchant_viewer', status: 'pending' }),
      person('guest', { role: 'customer' }),
    ])
    const { runId } = await importFiles(services, { 'people.ndjson': people })
    expect(await told(runId)).toEqual(['users/alone note merchant_owner'])
    // A run without changes reports nothing.
    expect(await told((await importFiles(services, { 'people.ndjson': people })).runId)).toEqual([])
  })
})
