import { beforeAll, expect, it } from 'vitest'
import { insertLinkRow } from '@quaff/features/affiliates/testing/link-factory'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { insertForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor
const merchantId = 'mer_place'
const waitlistId = 'wl_place'
const formId = 'form_place'

const names = ['Café Noël', 'Cafe\u0301 Noe\u0308l', 'Joe’s', "Joe's", 'İstanbul Çay', 'Straße', 'Łódź']

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  admin = await asAdmin(services)
  await insertMerchant(services, { id: merchantId, name: 'Bean There', description: null })
  await insertWaitlist(services, { id: waitlistId })
  await insertForm(services, { id: formId })
  for (const [at, name] of names.entries()) {
    const own = `mer_${at}`
    await insertMerchant(services, { id: own, name, description: null })
    await insertPayout(services, { merchantId: own })
    await insertUser(services, { displayName: name })
    await insertLocation(services, { merchantId, name })
    await insertPlan(services, { merchantId, name })
    await insertLinkRow(services, { name })
    await insertEntry(services, { waitlistId, name })
    await insertSubmission(services, { formId, businessName: name })
  }
})

async function namesFrom(path: string, field: string, input: object): Promise<string[]> {
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json: input }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.sessionId}` },
  })
  expect([path, response.status]).toEqual([path, 200])
  const { json } = (await response.json()) as { json: Record<string, unknown>[] | { rows: Record<string, unknown>[] } }
  return (Array.isArray(json) ? json : json.rows).map((row) => String(row[field]))
}

const places = [
  ['merchants/list', 'name', {}],
  ['merchants/options', 'name', {}],
  ['users/list', 'displayName', {}],
  ['locations/list', 'name', { merchantId }],
  ['locations/find', 'name', {}],
  ['plans/list', 'name', { merchantId }],
  ['plans/find', 'name', {}],
  ['payouts/list', 'merchantName', {}],
  ['affiliates/list', 'name', {}],
  ['waitlists/entries', 'name', { waitlistId }],
  ['signupForms/submissions', 'businessName', { formId }],
] as const

const cafes = names.slice(0, 2)
const joes = names.slice(2, 4)
const cases = [
  ['café', cafes],
  ['cafe', cafes],
  ['CAFE\u0301', cafes],
  ['afe no', cafes],
  ['noël  cafe', cafes],
  ["joe's", joes],
  ['joe’s', joes],
  ['istanbul', ['İstanbul Çay']],
  ['ÇAY İSTANBUL', ['İstanbul Çay']],
  ['strasse', ['Straße']],
  ['lodz', ['Łódź']],
  ['ｌｏｄｚ', ['Łódź']],
] as const

it.each(places)('SEARCH-FORMS: %s finds a name in every form that people type', async (path, field, input) => {
  for (const [q, expected] of cases) {
    const found = await namesFrom(path, field, { ...input, q })
    expect([q, found.toSorted()]).toEqual([q, [...expected].toSorted()])
  }
})
