import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { encodeCounts, encodeEntity, encodeLog } from '@quaff/firestore-export/testing/managed-export'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/workbench-folder'
import { exitCodeOf, reportLines } from '../../report-rules'
import { buildCorpus } from '../../testing/corpus-factory'
import { checkContents } from '../../testing/source-files-factory'
import { checkSources } from './check-sources'
import { nobodyHere } from './existing-store'

const line = (path: string, data: object) => `${JSON.stringify({ path, data })}\n`
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const user = (id: string, data: object = {}) => line(`users/${id}`, { email: `${id}@people.test`, ...dated, ...data })

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map(async (folder) => rm(folder, { recursive: true })))
})

async function folderOf(contents: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaff-import-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

async function check(path: string) {
  const report = await checkSources(await openSourceFolder(path), { problem() {}, progress() {} }, nobodyHere)
  return { report, exitCode: exitCodeOf(report), text: reportLines(report).join('\n') }
}

describe('a folder to import', () => {
  it('§0044 skips the whole old audit log and reports it without a problem', async () => {
    const entries =
      line('adminAuditLogs/a1', { action: 'create_plan', timestamp: dated.createdAt }) + line('adminAuditLogs/a2', {})
    const { exitCode, report, text } = await check(await folderOf({ 'all.ndjson': user('u1') + entries }))
    expect([exitCode, report.problems]).toEqual([0, []])
    expect(report.collections[0]).toMatchObject({ collection: 'adminAuditLogs', read: 2, ready: 0, skipped: 2 })
    expect(text).toContain('The old audit log isn’t imported')
  })

  it('ends with 0 if everything can be imported', async () => {
    const { exitCode, report, text } = await check(
      await folderOf({ 'deep/er/users.ndjson': user('u1') + user('u2'), 'a.png': 'x' }),
    )
    expect(exitCode).toBe(0)
    expect(report.collections).toEqual([
      { collection: 'users', kind: 'users', read: 2, ready: 2, changed: 0, skipped: 0, unwritten: 0 },
    ])
    expect(text).toContain('✓ No problems')
    expect(text).toMatch(/Documents, one per line +1 file/)
  })

  it('ends with 3 if something is changed', async () => {
    const { exitCode, text } = await check(await folderOf({ 'users.ndjson': user('u1', { createdAt: 'yesterday' }) }))
    expect(exitCode).toBe(3)
    expect(text).toContain('users: createdAt isn’t a valid time, as in users/u1')
  })

  it.each<[string, Record<string, string>]>([
    ['a document can’t be imported', { 'a.ndjson': user('u1') + line('userActivity/a1', {}) }],
    ['a line is broken', { 'a.ndjson': `${user('u1')}{` }],
    ['a file is cut off', { 'a.ndjson': user('u1'), 'b.json': '[{"path":"users/u2","data":{}},' }],
    ['a document comes twice', { 'a.ndjson': user('u1'), 'b.ndjson': user('u1') }],
    ['nothing is of a collection that is known', { 'a.ndjson': line('others/o1', {}) }],
    ['there is nothing', {}],
  ])('ends with 2 if %s', async (_title, contents) => {
    expect((await check(await folderOf(contents))).exitCode).toBe(2)
  })

  it('that lacks a file of the export is detected by the export’s own counts', async () => {
    const documents = buildCorpus().slice(0, 60)
    const logs = [documents.slice(0, 30), documents.slice(30)].map((some) => encodeLog(some.map(encodeEntity)))
    const [one = '', other = ''] = logs
    const counts = { 'e/e.overall_export_metadata': encodeCounts('all', 60, 1) }
    const whole = await check(await folderOf({ ...counts, 'e/all/output-0': one, 'e/all/output-1': other }))
    expect(whole.report.exports).toEqual([
      { metadataFile: 'e/all/all_namespaces_all_kinds.export_metadata', says: 60, found: 60 },
    ])
    const lacking = await check(await folderOf({ ...counts, 'e/all/output-0': one }))
    expect(lacking.exitCode).toBe(2)
    expect(lacking.text).toContain('lists 60 documents, but 30 were read')
  })

  it('may be a single file or a link to a folder, but links inside are not followed', async () => {
    const folder = await folderOf({ 'in/users.ndjson': user('u1'), '..odd.ndjson': user('u2') })
    expect((await check(join(folder, 'in/users.ndjson'))).report.files).toHaveLength(1)
    expect((await check(folder)).report.files.map(({ path }) => path)).toEqual(['..odd.ndjson', 'in/users.ndjson'])
    await symlink(join(folder, 'in'), join(folder, 'link'))
    expect((await check(join(folder, 'link'))).report.files.map(({ path }) => path)).toEqual(['users.ndjson'])
    expect((await check(folder)).report.files).toHaveLength(2)
    await expect(openSourceFolder(join(folder, 'nowhere'))).rejects.toThrow('ENOENT')
  })

  it('reads prices inside a plan, and reports those that it cannot read', async () => {
    const plan = (id: string, prices: unknown) =>
      line(`merchants/m1/subscriptionPlans/${id}`, { name: id, prices, ...dated })
    const price = { amount: 1_900, currency: 'usd', interval: 'month' }
    const { report, text } = await check(
      await folderOf({
        'a.ndjson':
          line('merchants/m1', { name: 'Bar', ...dated }) +
          plan('daily', [price, { ...price, id: 'yearly', interval: 'year' }, { currency: 'usd' }]) +
          plan('odd', { monthly: 1_900 }),
      }),
    )
    const prices = { collection: 'merchants/subscriptionPlans/prices', kind: 'prices', unwritten: 0 }
    expect(report.collections).toContainEqual({ ...prices, read: 3, ready: 2, changed: 0, skipped: 1 })
    expect(text).toContain('amount is missing, as in merchants/m1/subscriptionPlans/daily/prices/daily-3')
    expect(text).toContain('prices can’t be imported; enter it again, as in merchants/m1/subscriptionPlans/odd')
  })

  it('reports subscriptions with an unknown plan, an unknown currency or a period that ends before it starts', async () => {
    const period = { currentPeriodStart: '2026-02-01T00:00:00Z', currentPeriodEnd: '2026-01-01T00:00:00Z' }
    const pass = { merchantId: 'm1', planId: 'gone', status: 'active', amount: 2_900, currency: 'xxq' }
    const { report, text } = await check(
      await folderOf({
        'a.ndjson':
          user('u1') +
          line('merchants/m1', { name: 'Bar', ...dated }) +
          line('users/u1/subscriptions/s1', { ...pass, ...period, ...dated }),
      }),
    )
    const passes = { collection: 'users/subscriptions', kind: 'subscriptions', unwritten: 0 }
    expect(report.collections).toContainEqual({ ...passes, read: 1, ready: 0, changed: 1, skipped: 0 })
    for (const problem of [
      'planId refers to a missing plan',
      'currency isn’t a current ISO 4217 currency; kept as is',
      'currentPeriodEnd is before the period starts; kept as is',
    ])
      expect(text).toContain(`users/subscriptions: ${problem}, as in users/u1/subscriptions/s1`)
  })

  it('reports people whose role only their own document names', async () => {
    const accounts = [{ localId: 'claimed', customAttributes: '{"role":"merchant_owner"}' }]
    const { report, text } = await check(
      await folderOf({
        'auth.json': JSON.stringify({ users: accounts }),
        'a.ndjson':
          user('self', { role: 'quaff_admin' }) +
          user('claimed', { role: 'merchant_owner' }) +
          user('recorded', { role: 'merchant_owner' }) +
          user('guest', { role: 'customer' }) +
          line('admins/recorded', { role: 'merchant_owner', ...dated }),
      }),
    )
    expect(text).toContain('Only in their own document, so no access: users/self (quaff_admin)\n')
    expect(report.problems.filter(({ fault }) => fault === 'role_not_given')).toMatchObject([{ count: 1 }])
  })

  it('lists future administrators, whatever gives them the role', async () => {
    const accounts = [
      { localId: 'byRole', customAttributes: '{"role":"quaff_admin"}' },
      { localId: 'byFlag', customAttributes: '{"admin":true}' },
      { localId: 'unknown', customAttributes: '{"role":"customer","admin":"yes"}' },
    ]
    const { report, text } = await check(
      await folderOf({
        'auth.json': JSON.stringify({ users: accounts }),
        'a.ndjson': line('admins/byRecord', { role: 'quaff_admin', ...dated }),
      }),
    )
    expect(report.administrators).toEqual(expect.arrayContaining(['byRecord', 'byRole']))
    expect(report.administrators).not.toContain('unknown')
    expect(text).toContain('Would become administrators: ')
    expect(report.problems).toContainEqual(
      expect.objectContaining({ field: 'customAttributes.admin', fault: 'not_true_or_false', level: 'changed' }),
    )
  })

  it('§7 counts each document of the corpus under one of three outcomes', async () => {
    const { report } = await checkContents({
      a: buildCorpus()
        .map((one) => line(one.path, one.data))
        .join(''),
    })
    expect(report.collections.reduce((sum, { read }) => sum + read, 0)).toBe(500)
    for (const { kind, read, ready, changed, skipped } of report.collections)
      expect(ready + changed + skipped).toBe(kind === null ? 0 : read)
  })
})

describe('the report', () => {
  const secrets = ['anna', 'anna@people.test', 'Anna Secret', 'secretlink', '123456789', '98765']
  const personal =
    line('users/u1', {
      ...dated,
      email: 'anna',
      displayName: 'Anna Secret'.repeat(99),
      phoneNumber: { n: '123456789' },
      lastActive: 'anna',
    }) +
    line('users/u2', {
      ...dated,
      email: 'anna@people.test',
      merchantIds: 'anna',
      metadata: 'anna',
      photoURL: ['anna'],
    }) +
    line('users/u3', {
      ...dated,
      email: 'anna@people.test',
      displayName: 'Anna\u0000Secret',
      emailVerified: 'Anna Secret',
    }) +
    line('pendingInvitations/i1', { ...dated, role: 'customer', signInLink: 'secretlink', used: 'Anna Secret' }) +
    line('merchants/m1', {
      ...dated,
      name: 'x',
      status: 'Anna Secret',
      address: 98_765,
      contactInfo: 'anna@people.test',
      banking: {
        accountNumber: 98_765,
        encryptedAccountNumber: 'secretlink',
        accountHolderName: ['Anna Secret'],
        updatedAt: 'anna',
      },
    }) +
    line('userActivity/a1', { userId: 'u1', action: 'x', timestamp: 'anna', details: 98_765 })

  it('contains no personal data: no address, name, number or secret', async () => {
    const { report, problems } = await checkContents({ a: personal })
    expect(problems.length).toBeGreaterThan(15)
    const all = [JSON.stringify(problems), JSON.stringify(report), ...reportLines(report)].join('\n')
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  })

  it('removes characters that move a terminal’s cursor, and adds no lines', async () => {
    const path = 'user\u001b[2Js/u1\nNothing was written'
    const { report } = await checkContents({
      'a\u001b[1mb': line(path, {}) + line('users/\u202Eu1\r\n', { email: 'x' }),
    })
    const lines = reportLines(report)
    expect(lines.filter((one) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(one))).toEqual([])
    expect(lines).not.toContain('Nothing was written')
  })
})
