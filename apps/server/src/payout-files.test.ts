import { beforeAll, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchant(services, { id: 'mer_a' })
  await insertBankAccount(services, { merchantId: 'mer_a' })
  await insertPayout(services, { merchantId: 'mer_a', id: 'pay_a', status: 'approved', grossMinor: 0 })
  await insertPayout(services, { merchantId: 'mer_a', id: 'pay_b', status: 'approved', period: '2026-01' })
  await insertPayout(services, { merchantId: 'mer_a', id: 'pay_draft', period: '2025-12', grossMinor: 0 })
  admin = await asAdmin(services)
})

function post(file: string, body: unknown, actor = admin) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${actor.sessionId}` }
  return app.request(`/api/files/${file}`, { method: 'POST', body: JSON.stringify(body), headers })
}
const january = { period: '2026-01', currency: 'usd' }

describe('the files of payouts', () => {
  it.each([
    ['payout-statement', { payoutId: 'pay_a' }, 'statement-2026-02-usd-pay_a.csv'],
    ['payout-statement', { payoutId: 'pay_a', format: 'xlsx' }, 'statement-2026-02-usd-pay_a.xlsx'],
    ['payouts-export', { format: 'csv', filter: { period: '2026-02' } }, 'payouts-2026-03-10.csv'],
    ['payouts-export', { format: 'json' }, 'payouts-2026-03-10.json'],
    ['bank-file', january, /^bank-file-2026-01-usd-[\da-f]{8}\.csv$/],
  ])('%s is a download that no one keeps', async (file, body, name) => {
    const response = await post(file, body)
    expect(response.status).toBe(200)
    const [, fileName] = /^attachment; filename="(.+)"$/.exec(response.headers.get('content-disposition') ?? '') ?? []
    expect(fileName).toEqual(typeof name === 'string' ? name : expect.stringMatching(name))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await response.text()).length).toBeGreaterThan(20)
  })

  it('are written with semicolons and decimal commas on request, but for the bank', async () => {
    const read = async (file: string, body: unknown) => (await post(file, body)).text()
    const statement = await read('payout-statement?csv=semicolon', { payoutId: 'pay_a' })
    expect(statement).toContain('Amount;Currency\r\n')
    expect(statement).toMatch(/;Gross;.*;0,00;USD\r\n/)
    const list = await read('payouts-export?csv=semicolon', { format: 'csv' })
    expect(list).toMatch(/;29,00;.*;USD;/)
    expect(await read('payouts-export?csv=nonsense', { format: 'csv' })).toMatch(/,29\.00,.*,USD,/)
    await insertPayout(services, { merchantId: 'mer_a', id: 'pay_bank', status: 'approved', period: '2025-11' })
    const bank = await read('bank-file?csv=semicolon', { ...january, period: '2025-11' })
    expect(bank).not.toContain(';')
    expect(bank).toContain('29.00')
  })

  it.each([
    ['payout-statement', {}],
    ['payout-statement', { payoutId: 'pay_a', merchantId: 'mer_a' }],
    ['payout-statement', { payoutId: '../pay_a' }],
    ['payout-statement', { payoutId: 'pay_a', format: 'json' }],
    ['payouts-export', { format: 'xls' }],
    ['payouts-export', { format: 'csv', filter: { period: '2026-13' } }],
    ['payouts-export', { format: 'csv', filter: { status: 'paid' } }],
    ['payouts-export', { format: 'csv', filter: { all: true } }],
    ['payouts-export', { format: 'csv', ids: Array(501).fill('pay_a') }],
    ['bank-file', { period: '2026-01' }],
    ['bank-file', { ...january, currency: 'USD' }],
    ['bank-file', { ...january, period: '2026-1' }],
    ['bank-file', { ...january, status: 'draft' }],
    ['bank-file', { ...january, format: 'xlsx' }],
    ['bank-file', [january]],
    ['bank-file', null],
  ])('%s refuses the body %j', async (file, body) => {
    expect((await post(file, body)).status).toBe(400)
  })

  it('a draft is no statement for its owner, whatever its id', async () => {
    const owner = await asOwner(services, ['mer_a'])
    expect((await post('payout-statement', { payoutId: 'pay_draft' }, owner)).status).toBe(404)
    expect((await post('payout-statement', { payoutId: 'pay_draft' })).status).toBe(200)
  })

  it('a preview as viewer gets no file, and reads of payouts what a viewer reads', async () => {
    const previewing = await asAdmin(services)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${previewing.sessionId}` }
    const call = (name: string, input: object) =>
      app.request(`/rpc/${name}`, { method: 'POST', body: JSON.stringify({ json: input }), headers })
    expect((await call('payouts/get', { payoutId: 'pay_draft' })).status).toBe(200)
    expect((await call('sessions/startPreview', { merchantId: 'mer_a' })).status).toBe(200)
    expect((await call('payouts/get', { payoutId: 'pay_draft' })).status).toBe(404)
    const statement = await call('payouts/get', { payoutId: 'pay_b' })
    expect(await statement.json()).toMatchObject({ json: { id: 'pay_b', accountLast4: null } })
    for (const [file, body] of [
      ['bank-file', january],
      ['payout-statement', { payoutId: 'pay_a' }],
    ] as const)
      expect((await post(file, body, previewing)).status).toBe(403)
  })

  it('a stale sign-in gets no bank file, with the reason', async () => {
    services.clock.advance(5 * 60_000 + 1)
    const response = await post('bank-file', january)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ reason: 'SIGN_IN_AGAIN' })
  })
})
