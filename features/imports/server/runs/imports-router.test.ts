import { eq, sql } from 'drizzle-orm'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { importDocuments } from '../../testing/import-run-factory'
import { importProblems, importRuns } from '../tables'
import { applyImport, continueImport, undoImport } from './apply-import'
import { importWork, stopImportWork, continueRun } from './background'
import { getTeam, inviteTeam } from './invite-team'
import { listImportProblems, listImports, getImport, readRun } from './read-imports'
import { exportReport } from './report-export'
import { forgetChecked, uploadImport } from './upload-import'

let services: TestServices
let admin: UserActor
beforeEach(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})
const ctx = () => contextAs(services, admin)

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-02T00:00:00Z' }
const pass = { merchantId: 'm1', planId: 'p1', status: 'active', amount: 2_900, currency: 'USD', interval: 'month' }
const business = {
  'merchants/m1': { name: 'Half Moon', status: 'active', ownerId: 'owner', ...dated },
  'merchants/m1/subscriptionPlans/p1': { name: 'Daily', ...dated },
  'users/owner': { email: 'owner@people.test', role: 'merchant_owner', merchantIds: ['m1'], ...dated },
  'users/viewer': { email: 'viewer@people.test', role: 'merchant_viewer', merchantIds: ['m1'], ...dated },
  'users/drinker': { email: 'unknown', ...dated },
  'users/drinker/subscriptions/s1': {
    ...pass,
    ...dated,
    currentPeriodStart: '2026-01-01T00:00:00Z',
    currentPeriodEnd: '2026-02-01T00:00:00Z',
  },
  'users/drinker/subscriptions/s2': { ...pass, ...dated, amount: 29.5 },
  'admins/owner': { role: 'merchant_owner' },
  'admins/viewer': { role: 'merchant_viewer' },
  'users/boss': { email: 'boss@people.test', role: 'merchant_owner', ...dated },
  'admins/boss': { role: 'quaff_admin' },
}

async function* inPieces(documents: object): AsyncGenerator<Uint8Array> {
  const lines = Object.entries(documents).map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
  const bytes = gzipSync(lines.join(''))
  for (let at = 0; at < bytes.length; at += 64) yield bytes.subarray(at, at + 64)
}

async function upload(documents: object = business): Promise<string> {
  const { runId } = await uploadImport(ctx(), { fileName: 'old.ndjson.gz' }, inPieces(documents))
  await importWork(services)
  return runId
}

async function apply(runId: string, grantsAdmins = false): Promise<void> {
  await applyImport(ctx(), { runId, paidUntil: new Date('2026-12-01T00:00:00Z'), grantsAdmins })
  await importWork(services)
}

/** Returns a run that was stopped after it had begun to write. */
async function stoppedRun(): Promise<string> {
  const runId = await upload()
  await applyImport(ctx(), { runId, paidUntil: new Date('2026-12-01T00:00:00Z'), grantsAdmins: false })
  await stopImportWork(services)
  return runId
}

const refused = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => 'nothing',
    (thrown: unknown) => thrown,
  )
  return error instanceof Error && 'reason' in error ? error.reason : error
}
const problemsOf = async (runId: string, filter: object = {}) =>
  (await listImportProblems(ctx(), { runId, limit: 20, ...filter })).rows
const countRows = async () => ({
  users: await services.db.$count(users),
  merchants: await services.db.$count(merchants),
  mails: await services.db.$count(outboxMails),
})

describe('an uploaded file', () => {
  it('§0044 is only checked: the report is shown, and nothing is imported', async () => {
    const before = await countRows()
    const runId = await upload()
    expect(await countRows()).toEqual(before)
    const run = await getImport(ctx(), { runId })
    expect(run).toMatchObject({
      state: 'checked',
      source: 'old.ndjson.gz',
      startedBy: { id: admin.userId },
      total: 11,
      administrators: [{ id: 'boss', name: null }],
      mayContinue: false,
      mayUndo: false,
    })
    expect(run.kinds.find(({ kind }) => kind === 'subscriptions')).toMatchObject({ read: 2, foreseenSkipped: 1 })
    expect((await listImports(ctx(), { limit: 20 })).rows).toMatchObject([{ id: runId, state: 'checked' }])
    const actions = await services.db.select({ action: adminAuditLogs.action }).from(adminAuditLogs)
    expect(actions).toContainEqual({ action: 'check_import' })
    expect(services.workbench).toMatchObject({ received: new Map() })
  })

  it('counts every document once, with the same numbers in list, page, report and audit log', async () => {
    const user = JSON.stringify({ path: 'users/u1', data: { email: 'a@people.test', ...dated } })
    const log = JSON.stringify({ path: 'adminAuditLogs/l1', data: {} })
    const lines = [user, user, user, log, '{"path":', JSON.stringify({ path: 'users', data: {} })]
    const bytes = (async function* () {
      yield Buffer.from(lines.join('\n'))
    })()
    const { runId } = await uploadImport(ctx(), { fileName: 'old.ndjson' }, bytes)
    await importWork(services)
    await apply(runId)
    const none = { created: 0, updated: 0, same: 0, kept: 0 }
    const counts = {
      users: { ...none, created: 1, skipped: 3 },
      audit: { ...none, skipped: 1 },
      unreadable: { ...none, skipped: 1 },
    }
    const [listed] = (await listImports(ctx(), { limit: 20 })).rows
    expect(listed).toMatchObject({ read: 6, total: 6, outcomes: { ...none, created: 1, skipped: 5 } })
    const { kinds } = await getImport(ctx(), { runId })
    expect(kinds.map(({ kind, read, foreseenSkipped, outcomes }) => [kind, read, foreseenSkipped, outcomes])).toEqual([
      ['users', 4, 3, counts.users],
      ['audit', 1, 1, counts.audit],
      ['unreadable', 1, 1, counts.unreadable],
    ])
    const skipped = await problemsOf(runId, { level: 'skipped' })
    expect(skipped.map(({ place }) => place)).toEqual(['line 2', 'line 3', 'line 5', 'line 6'])
    const audited = await services.db.select().from(adminAuditLogs)
    expect(audited.find(({ action }) => action === 'import_documents')).toMatchObject({ after: { counts } })
  })

  it('§0044 may be an ID file, which is applied before the documents', async () => {
    const ids = async (text: string) => {
      const bytes = (async function* () {
        yield Buffer.from(text)
      })()
      const { runId } = await uploadImport(ctx(), { fileName: 'ids.csv' }, bytes)
      await importWork(services)
      return runId
    }
    const wrong = await ids('document,id\ncarts/c1,x\n')
    expect((await getImport(ctx(), { runId: wrong })).ids).toEqual(['1 line is invalid, so nothing is written'])
    expect(await refused(applyImport(ctx(), { runId: wrong, paidUntil: null, grantsAdmins: false }))).toBe('ID_LINES')
    const given = await ids('document,id\nmerchants/m1,mer_1\n')
    expect(await problemsOf(given)).toMatchObject([{ path: 'merchants/m1', fault: 'id_waits', place: 'line 2' }])
    await applyImport(ctx(), { runId: given, paidUntil: null, grantsAdmins: false })
    await importWork(services)
    expect((await getImport(ctx(), { runId: given })).state).toBe('done')
    await apply(await upload())
    expect(await services.db.select({ id: merchants.id }).from(merchants)).toEqual([{ id: 'mer_1' }])
  })

  it('is deleted if it is not applied within a week', async () => {
    const runId = await upload()
    services.clock.advance(6 * 24 * 60 * 60_000)
    await forgetChecked(services)
    expect((await getImport(ctx(), { runId })).state).toBe('checked')
    services.clock.advance(2 * 24 * 60 * 60_000)
    await forgetChecked(services)
    expect(await getImport(ctx(), { runId })).toMatchObject({
      state: 'stopped',
      stopReason: 'forgotten',
      mayContinue: false,
      mayUndo: false,
    })
    expect(await services.workbench.spool(runId).isWhole()).toBe(false)
  })

  it('shows its problems by level, collection and kind, each with its place in the file', async () => {
    const runId = await upload()
    expect(await problemsOf(runId, { level: 'skipped' })).toMatchObject([
      { path: 'users/drinker/subscriptions/s2', field: 'amount', fault: 'fraction', place: 'line 7', record: null },
    ])
    expect(await problemsOf(runId, { fault: 'not_an_email' })).toMatchObject([{ path: 'users/drinker' }])
    expect(await problemsOf(runId, { collection: 'merchants' })).toEqual([])
    const { nextCursor, total } = await listImportProblems(ctx(), { runId, limit: 1 })
    expect(total).toBeGreaterThan(1)
    const [second] = await problemsOf(runId, { cursor: nextCursor })
    expect(second?.id).not.toBe((await problemsOf(runId))[0]?.id)
  })

  it('§0044 shows the chosen kinds of a command and what was left out', async () => {
    const { runId } = await importDocuments(services, business, { only: ['merchants', 'plans'] })
    const run = await getImport(ctx(), { runId })
    expect(run).toMatchObject({ state: 'done', total: 2, read: 2, mayUndo: true })
    expect(run.choice).toMatchObject({ only: ['merchants', 'plans'] })
    expect(run.choice?.leftOut.map(({ collection }) => collection)).toEqual(['admins', 'users', 'users/subscriptions'])
    expect(run.kinds.map(({ kind }) => kind)).toEqual(['merchants', 'plans'])
    const pieces: string[] = []
    for await (const piece of (await exportReport(ctx(), { runId, format: 'json' })).chunks) pieces.push(String(piece))
    expect(JSON.parse(pieces.join(''))).toMatchObject({ only: ['merchants', 'plans'] })
    expect((await getImport(ctx(), { runId: await upload() })).choice).toBeNull()
    await undoImport(ctx(), { runId })
    await importWork(services)
    expect(await getImport(ctx(), { runId })).toMatchObject({
      state: 'undone',
      choice: { only: ['merchants', 'plans'] },
    })
    expect(await services.db.$count(merchants)).toBe(0)
  })

  it('is imported when applied, and its problems are reported once with their records', async () => {
    const runId = await upload()
    await apply(runId)
    const run = await getImport(ctx(), { runId })
    expect(run).toMatchObject({ state: 'done', mayUndo: true, grantsAdmins: false })
    expect(run.outcomes).toEqual({ created: 9, updated: 0, same: 0, kept: 0, skipped: 2 })
    expect(await problemsOf(runId, { fault: 'fraction' })).toMatchObject([{ place: 'line 7' }])
    expect(await problemsOf(runId, { fault: 'not_an_email' })).toMatchObject([
      { record: { kind: 'users', id: 'drinker' } },
    ])
    const pieces: string[] = []
    for await (const piece of (await exportReport(ctx(), { runId, format: 'csv' })).chunks) pieces.push(String(piece))
    expect(pieces.join('')).toContain('users/drinker/subscriptions/s2,amount,isn’t a whole number')
  })

  it('shows no value if there was none, also in older runs', async () => {
    const runId = await upload({ 'merchants/m1': { name: null, status: 'active' } })
    const missing = await problemsOf(runId, { fault: 'missing' })
    expect(missing.map(({ field, shown }) => [field, shown])).toContainEqual(['name', ''])
    await services.db.update(importProblems).set({ shown: 'null' })
    expect(await problemsOf(runId, { fault: 'missing' })).toEqual(missing)
    const pieces: string[] = []
    for await (const piece of (await exportReport(ctx(), { runId, format: 'csv' })).chunks) pieces.push(String(piece))
    expect(pieces.join('')).not.toContain('null')
  })

  it('reads the words of the previous and the next version and stores those of the previous one', async () => {
    const runId = await upload({ 'aside/a': {}, ...business })
    await apply(runId)
    const { pool } = services.database
    const stored = async () => {
      const { rows } = await pool.query<{ text: string }>(`select concat(counts, report, left_out, comparison,
        (select json_agg(level) from import_problems)) as text from import_runs`)
      return rows[0]?.text ?? ''
    }
    const shown = async () => [
      await getImport(ctx(), { runId }),
      await problemsOf(runId, { level: 'skipped' }),
      (await services.db.select().from(importRuns))[0]?.leftOut,
    ]
    const before = await shown()
    expect(JSON.stringify(before)).toMatch(/"skipped":1.*"level":"skipped".*"skipped":\[{/)
    expect(before[0]).toMatchObject({ others: [{ collection: 'aside', read: 1 }] })
    expect(await stored()).not.toContain('skipped')
    await pool.query(`update import_problems set level = 'skipped' where level = 'aside'`)
    const renamed = ['counts', 'report', 'left_out', 'comparison'].map(
      (name) => `${name} = replace(${name}::text, '"aside"', '"skipped"')::jsonb`,
    )
    await pool.query(`update import_runs set ${renamed.join()}`)
    expect(await stored()).not.toContain('"aside": ')
    const collection = { collection: 'skipped', read: 1 }
    expect(await shown()).toEqual([{ ...before[0], others: [collection] }, ...before.slice(1)])
  })

  it('can be undone and is shown as undone', async () => {
    const before = await countRows()
    const runId = await upload()
    await apply(runId)
    await undoImport(ctx(), { runId })
    await importWork(services)
    expect(await getImport(ctx(), { runId })).toMatchObject({ state: 'undone', mayUndo: false, mayContinue: false })
    expect(await countRows()).toEqual(before)
    expect(await refused(undoImport(ctx(), { runId }))).toBe('IMPORT_UNDONE')
  })

  it('continues after a server shutdown', async () => {
    const runId = await stoppedRun()
    expect(await getImport(ctx(), { runId })).toMatchObject({
      state: 'stopped',
      stopReason: 'ended',
      mayContinue: true,
    })
    await continueImport(ctx(), { runId })
    await importWork(services)
    const run = await getImport(ctx(), { runId })
    expect(run.state).toBe('done')
    expect(run.outcomes).toMatchObject({ created: 9, skipped: 2 })
  })
})

describe('the team of an import', () => {
  it('is emailed once each, and people with a password only on request', async () => {
    const runId = await upload()
    expect(await refused(inviteTeam(ctx(), { runId, withPassword: false }))).toBe('IMPORT_NOT_DONE')
    await apply(runId)
    await services.db.update(users).set({ passwordHash: 'x:y' }).where(eq(users.id, 'viewer'))
    expect(await getTeam(ctx(), { runId })).toEqual({ without: 1, with: 1, invited: 0, unreachable: 0 })
    const both = await Promise.all([1, 2].map(() => inviteTeam(ctx(), { runId, withPassword: false })))
    expect(both.reduce((sum, { invited }) => sum + invited, 0)).toBe(1)
    expect(await inviteTeam(ctx(), { runId, withPassword: true })).toEqual({ invited: 1, left: false })
    expect(await inviteTeam(ctx(), { runId, withPassword: true })).toEqual({ invited: 0, left: false })
    const mails = await services.db.select({ to: outboxMails.toAddress }).from(outboxMails)
    expect(mails.map(({ to }) => to).sort()).toEqual(['owner@people.test', 'viewer@people.test'])
    expect(await getTeam(ctx(), { runId })).toEqual({ without: 0, with: 0, invited: 2, unreachable: 0 })
  })

  it('§0044 has three days for the email link, which explains the account', async () => {
    const runId = await upload()
    await apply(runId)
    await services.db.update(users).set({ passwordHash: 'x:y' }).where(eq(users.id, 'viewer'))
    await inviteTeam(ctx(), { runId, withPassword: true })
    const [owner, viewer] = await services.db.select().from(outboxMails).orderBy(outboxMails.toAddress)
    expect(owner).toMatchObject({ toAddress: 'owner@people.test', template: 'moved_in' })
    const textOf = (mail = owner) => mail?.text.replaceAll(/\s+/g, ' ')
    expect(textOf()).toContain('moved to Quaff, along with your account. You’re a merchant owner.')
    expect(textOf()).toContain('Choose a password to get started. This link works once')
    expect(textOf(viewer)).toContain('Sign in with your password, or choose a new one.')
    const links = await services.db.select().from(oneTimeSecrets)
    expect(links.map(({ purpose, expiresAt }) => [purpose, expiresAt])).toEqual(
      [1, 2].map(() => ['password_reset', new Date(services.clock.now().getTime() + 72 * 3_600_000)]),
    )
  })
})

describe('refusals', () => {
  it('§G22 cover every write without a sign-in within five minutes', async () => {
    const runId = await upload()
    const old = { ...admin, authenticatedAt: new Date(services.clock.now().getTime() - 6 * 60_000) }
    const late = () => contextAs(services, old)
    const acts = [
      uploadImport(late(), { fileName: 'a.json' }, inPieces({})),
      applyImport(late(), { runId, paidUntil: null, grantsAdmins: false }),
      continueImport(late(), { runId }),
      undoImport(late(), { runId }),
      inviteTeam(late(), { runId, withPassword: false }),
    ]
    expect(new Set(await Promise.all(acts.map(refused)))).toEqual(new Set(['SIGN_IN_AGAIN']))
    expect(await getImport(late(), { runId })).toMatchObject({ state: 'checked' })
  })

  it('cover a second import, another type of file, and subscriptions without the paid-until day', async () => {
    const runId = await upload()
    const undated = { runId, paidUntil: null, grantsAdmins: false }
    expect(await refused(applyImport(ctx(), undated))).toBe('PAID_UNTIL')
    expect(await refused(uploadImport(ctx(), { fileName: 'a.zip' }, inPieces({})))).toBe('UPLOAD_ENDING')
    await uploadImport(ctx(), { fileName: 'a.json' }, inPieces(business))
    expect(await refused(uploadImport(ctx(), { fileName: 'b.json' }, inPieces({})))).toBe('IMPORT_RUNNING')
    await importWork(services)
    await apply(runId)
    expect(await refused(applyImport(ctx(), { ...undated, paidUntil: new Date() }))).toBe('IMPORT_NOT_CHECKED')
    expect(await refused(continueImport(ctx(), { runId }))).toBe('IMPORT_OVER')
  })

  it('cover a run whose files have expired', async () => {
    const runId = await upload()
    await services.workbench.spool(runId).remove()
    expect(await refused(apply(runId))).toBe('SPOOL_GONE')
    const begun = await stoppedRun()
    await services.workbench.spool(begun).remove()
    expect(await refused(continueImport(ctx(), { runId: begun }))).toBe('SPOOL_GONE')
  })

  it('cover a run that another process is working on, and an undo in that time', async () => {
    const done = await upload()
    await apply(done)
    const runId = await stoppedRun()
    await services.db
      .update(importRuns)
      .set({ state: 'writing', movedAt: sql`now()` })
      .where(eq(importRuns.id, runId))
    expect(await refused(undoImport(ctx(), { runId: done }))).toBe('IMPORT_RUNNING')
    expect(await refused(continueImport(ctx(), { runId }))).toBe('IMPORT_RUNNING')
    expect(await refused(undoImport(ctx(), { runId }))).toBe('IMPORT_RUNNING')
  })

  it('cover an undo of a run that wrote nothing, and reading an unknown run', async () => {
    const runId = await upload()
    expect(await refused(undoImport(ctx(), { runId }))).toBe('IMPORT_EMPTY')
    const gone = { runId: 'imp_nowhere' }
    const spool = services.workbench.spool(gone.runId)
    const looks = [
      getImport(ctx(), gone),
      listImportProblems(ctx(), { ...gone, limit: 20 }),
      exportReport(ctx(), { ...gone, format: 'json' }),
      getTeam(ctx(), gone),
      readRun(ctx(), gone.runId),
      continueRun(ctx(), spool, gone.runId, { progress() {} }),
    ]
    expect(new Set(await Promise.all(looks.map(refused)))).toEqual(new Set(['IMPORT_GONE']))
  })

  it('cover an aborted upload, which leaves nothing', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"pa')
      throw new Error('cut')
    }
    await expect(uploadImport(ctx(), { fileName: 'a.json' }, broken())).rejects.toThrow('cut')
    expect(await services.db.$count(importRuns)).toBe(0)
    expect(await upload()).toMatch(/^imp_/)
  })
})
