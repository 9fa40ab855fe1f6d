import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { merchantOf } from './testing/matrix/actor-kinds'
import { fileEndpoints } from './testing/matrix/procedure-endpoints'

/** A unique account number and its parts. */
const canary = '000123456789'
const traces = [canary, canary.slice(3), Buffer.from(canary).toString('base64').slice(0, 12)]
const routing = '987654320'
const merchantId = 'mer_canary'

let services: TestServices
let app: ReturnType<typeof buildServer>
let people: Record<'admin' | 'owner' | 'viewer' | 'foreign', UserActor>
const answers: { call: string; status: number; text: string }[] = []

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchant(services, { id: merchantId, bankVerifiedAt: null })
  // Rows that the inputs of the endpoints refer to.
  await insertMerchant(services, { id: merchantOf.own })
  await insertPayout(services, { merchantId, status: 'approved' })
  people = {
    admin: await asAdmin(services),
    owner: await asOwner(services, [merchantId]),
    viewer: await asViewer(services, [merchantId]),
    foreign: await asOwner(services, ['mer_elsewhere']),
  }
  await exerciseEverything()
})

async function send(call: string, path: string, body: string, actor?: UserActor) {
  const authorization = actor ? { authorization: `Bearer ${actor.sessionId}` } : {}
  const headers = { 'content-type': 'application/json', ...authorization }
  const response = await app.request(path, { method: 'POST', body, headers })
  answers.push({ call, status: response.status, text: await response.text() })
}
const rpc = (name: string, input: unknown, actor?: UserActor) =>
  send(name, `/rpc/${name.replaceAll('.', '/')}`, JSON.stringify({ json: input }), actor)
const callable = (data: unknown, actor?: UserActor) =>
  send('saveMerchantBankInfo', '/us-central1/saveMerchantBankInfo', JSON.stringify({ data }), actor)

const good = { routingNumber: routing, accountNumber: canary, accountName: 'Canary LLC', accountType: 'checking' }
/** Each holds the number and is refused in another place. */
const wrong: Record<string, unknown>[] = [
  { ...good, accountNumber: `${canary}!` },
  { ...good, accountNumber: canary.repeat(4) },
  { ...good, accountNumber: canary.repeat(40) },
  { ...good, accountNumber: [canary] },
  { ...good, accountNumber: { [canary]: canary } },
  { ...good, accountNumber: Number(`9${canary}`) },
  { ...good, accountType: canary },
  { ...good, routingNumber: `${canary}!` },
  { ...good, accountName: '', accountNumber: canary },
  { ...good, [canary]: canary },
  { ...good, verificationStatus: 'verified' },
]

async function exerciseEverything() {
  const everybody = [...Object.values(people), undefined]
  for (const actor of everybody) {
    for (const bankInfo of wrong) {
      await rpc('banking.save', { merchantId, version: 0, bankInfo }, actor)
      await callable({ merchantId, bankInfo }, actor)
    }
    await rpc('banking.save', { merchantId: canary, version: 0, bankInfo: good }, actor)
    await callable({ merchantId: canary, bankInfo: good }, actor)
    await rpc('banking.save', { merchantId, version: 99, bankInfo: good }, actor)
    await send('no JSON', '/rpc/banking/save', `{"json":{"accountNumber":"${canary}"`, actor)
  }
  services.clock.advance(10 * 60_000)
  for (const actor of everybody) await rpc('banking.save', { merchantId, version: 0, bankInfo: good }, actor)
  await services.db.execute(sql`update sessions set authenticated_at = ${services.clock.now()}`)
  await rpc('banking.save', { merchantId, version: 0, bankInfo: good }, people.owner)
  await callable({ merchantId, bankInfo: { ...good, accountName: 'Canary Two LLC' } }, people.admin)
  for (const actor of everybody) {
    for (const name of ['banking.get', 'banking.onFile', 'merchants.get']) await rpc(name, { merchantId }, actor)
    for (const name of ['payouts.summary', 'payouts.list']) await rpc(name, { merchantId }, actor)
    for (const name of ['merchants.list', 'users.list', 'activity.recent', 'sessions.current'])
      await rpc(name, {}, actor)
    for (const [file, endpoint] of Object.entries(fileEndpoints)) {
      const input = JSON.stringify(await endpoint.input(services, 'own'))
      await send(`file ${file}`, `/api/files/${file}`, input, actor)
    }
  }
}

const otherAnswers = () => answers.filter(({ call, status }) => call !== 'file bank-file' || status !== 200)
const hits = (text: string) => traces.filter((trace) => text.includes(trace))
async function tableText(table: string): Promise<string> {
  const { rows } = await services.db.execute<Record<string, unknown>>(
    sql`select to_jsonb(t)::text as text from ${sql.identifier(table)} t`,
  )
  return rows.map((row) => String(row['text'])).join('\n')
}

describe('the account number 000123456789', () => {
  it('was saved by the procedure and by the callable, and refused in all other ways', () => {
    const saved = answers.filter(({ call, status }) => call === 'banking.save' && status === 200)
    expect(saved.map(({ text }) => text)).toEqual([expect.stringContaining('••••6789')])
    const called = answers.filter(
      ({ call, text }) => call === 'saveMerchantBankInfo' && text.includes('"success":true'),
    )
    expect(called).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const refused = answers.filter(({ text }) => text.includes('SIGN_IN_AGAIN'))
    expect(refused).toHaveLength(2)
  })

  it('leaves in the bank file of an administrator, whole, and in nothing that anyone else gets', () => {
    const files = answers.filter(({ call }) => call === 'file bank-file')
    expect(files.map(({ status }) => status)).toEqual([200, 403, 403, 403, 401])
    expect(files.map(({ text }) => text.includes(`,${routing},${canary},`))).toEqual([true, false, false, false, false])
  })

  it('is in no other response, be it a result, a refusal or an export', () => {
    expect(answers.length).toBeGreaterThan(150)
    expect(otherAnswers().filter(({ text }) => hits(text).length > 0)).toEqual([])
    expect(answers.filter(({ call, text }) => call.startsWith('file ') && text !== '').length).toBeGreaterThan(0)
  })

  it('is in no audit row, email, live event, job, log line or any other table', async () => {
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    const tables = rows.map((row) => String(row['name']))
    expect(tables).toEqual(
      expect.arrayContaining([
        'admin_audit_logs',
        'live_events',
        'merchant_bank_accounts',
        'outbox_mails',
        'rate_limits',
      ]),
    )
    for (const table of tables) expect(hits(await tableText(table)), table).toEqual([])
    expect(await tableText('outbox_mails')).toContain('••••6789')
    expect(await tableText('admin_audit_logs')).toContain('6789')
    expect(services.log.lines.length).toBeGreaterThan(100)
    expect(hits(JSON.stringify(services.log.lines))).toEqual([])
  })

  it('§3 is shown with the whole routing number to those who may see the record, in no audit row and no mail', async () => {
    const withRouting = otherAnswers().filter(({ text }) => text.includes(routing))
    expect(new Set(withRouting.map(({ call }) => call))).toEqual(new Set(['banking.save', 'banking.get']))
    const told = [await tableText('admin_audit_logs'), await tableText('outbox_mails')]
    expect(told.filter((text) => text.includes(routing))).toEqual([])
  })

  it('is shown to viewers not even in part', () => {
    const { viewer } = people
    expect(viewer.role).toBe('merchant_viewer')
    const onFile = answers.filter(({ call, status }) => call === 'banking.onFile' && status === 200)
    expect(onFile.map(({ text }) => text)).toEqual(Array(3).fill('{"json":{"onFile":true}}'))
    expect(answers.filter(({ call, status }) => call === 'banking.get' && status === 200)).toHaveLength(2)
  })
})
