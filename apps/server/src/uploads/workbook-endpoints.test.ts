import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { workbookPath } from '@quaff/platform/shared/csv'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { formBody } from '../testing/form-body'

let services: TestServices
let app: ReturnType<typeof buildServer>
let owner: Record<string, string>
beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  await insertMerchant(services, { id: 'mer_a' })
  owner = { authorization: `Bearer ${(await asOwner(services, ['mer_a'])).sessionId}` }
})

async function upload(bytes: Uint8Array, headers = owner) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'places.csv')
  const { type, body } = await formBody(form)
  const answer = await app.request(workbookPath, { method: 'POST', headers: { ...headers, ...type }, body })
  const found: unknown = await answer.json()
  return { status: answer.status, body: found }
}

const places = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Places',
        rows: [
          ['name', 'city', 'phone'],
          ['Café Zürich', 'Zürich', '+41 44 668 18 00'],
        ],
      },
    ],
  })

it('a workbook that is named CSV becomes the rows of the preview', async () => {
  const { status, body } = await upload(await places())
  expect(status).toBe(200)
  const csv = 'name,city,phone\r\nCafé Zürich,Zürich,+41 44 668 18 00\r\n'
  expect(body).toEqual({ csv, sheet: 1, sheets: 1 })
  const preview = await app.request('/rpc/locations/previewImport', {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { merchantId: 'mer_a', columns: [], csv } }),
  })
  expect(await preview.json()).toMatchObject({ json: { rows: [{ line: 2, name: 'Café Zürich', errors: [] }] } })
})

it('is refused to strangers, if too large, and if it is no workbook', async () => {
  expect(await upload(await places(), {})).toMatchObject({ status: 401 })
  expect(await upload(new Uint8Array(2_000_001))).toMatchObject({
    status: 413,
    body: { message: 'The workbook is larger than 2 MB. Split it, or save it as CSV UTF-8.' },
  })
  expect(await upload(Buffer.from('name,city'))).toMatchObject({
    status: 400,
    body: { reason: 'CSV', message: 'Couldn’t read the workbook. Remove its password, or save it as CSV UTF-8.' },
  })
})

it('is refused after 60 workbooks an hour, for this user only', async () => {
  const signedIn = async () => ({ authorization: `Bearer ${(await asOwner(services, ['mer_a'])).sessionId}` })
  const [hurried, other] = [await signedIn(), await signedIn()]
  const statuses = new Set<number>()
  for (let count = 0; count < 60; count++) statuses.add((await upload(Buffer.from('name'), hurried)).status)
  expect([...statuses]).toEqual([400])
  expect(await upload(await places(), hurried)).toMatchObject({ status: 429, body: { reason: 'RATE_LIMIT' } })
  expect(await upload(await places(), other)).toMatchObject({ status: 200 })
})
