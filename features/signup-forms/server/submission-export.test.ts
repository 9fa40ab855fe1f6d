import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { csvHeaders } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { ExportSubmissionsInput } from '../contract'
import { newFields } from '../fields-rules'
import { answersFor, buildField } from '../testing/field-factory'
import { insertLiveForm, insertSubmission } from '../testing/form-factory'
import { exportSubmissions, submissionColumns } from './submission-export'
import { signupFormVersions } from './tables'

let services: TestServices
let admin: TestContext
let formId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  const drink = buildField({ id: 'drink', kind: 'short', label: 'Drink' })
  const old = [...newFields(), drink, buildField({ id: 'gone', kind: 'short', label: 'Gone' })]
  formId = (await insertLiveForm(services, { slug: 'cafes', fields: old })).id
  const now = [
    ...newFields(),
    { ...drink, label: 'What to drink' },
    buildField({ id: 'twin', kind: 'long', label: 'Gone' }),
    buildField({ id: 'photo', kind: 'image', label: 'Email' }),
    buildField({ id: 'open', kind: 'choice', label: 'Open', several: true, options: ['Day', 'Night'] }),
  ]
  await services.db
    .insert(signupFormVersions)
    .values({ formId, number: 2, fields: now, intro: '', successText: '', publishedAt: services.clock.now() })
  const older = answersFor(
    'a@venue.test',
    '=1+1',
    { fieldId: 'drink', value: '@SUM(A1)' },
    { fieldId: 'gone', value: 'x' },
  )
  await insertSubmission(services, { formId, email: 'a@venue.test', businessName: '=1+1', answers: older })
  services.clock.advance(1_000)
  const newer = answersFor(
    'b@venue.test',
    '<b>B</b>',
    { fieldId: 'twin', value: 'one\n"two", three' },
    { fieldId: 'photo', value: 'pic_1' },
    { fieldId: 'open', value: 'Day\nNight' },
  )
  await insertSubmission(services, {
    formId,
    formVersion: 2,
    status: 'approved',
    email: 'b@venue.test',
    businessName: '<b>B</b>',
    answers: newer,
  })
})

async function fileOf(input: Partial<ExportSubmissionsInput>, ctx = admin) {
  const file = await exportSubmissions(ctx, { formId, format: 'csv', ...input })
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return { ...file, text }
}

it('§0023 has a column for every question of every version, and no cell that a spreadsheet would execute', async () => {
  const { text, fileName } = await fileOf({})
  expect(fileName).toMatch(/^submissions-cafes-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows]: string[][] = parse(text, { bom: true })
  expect(header).toEqual([
    ...csvHeaders(submissionColumns, services.settings.timeZone),
    'What to drink',
    'Gone',
    'Email (2)',
    'Open',
    'Gone (2)',
  ])
  const picture = `${services.settings.baseUrl}/api/files/form-images/pic_1`
  expect(rows.map(([, name, email, , status, ...more]) => [name, email, status, ...more.slice(-5)])).toEqual([
    ['<b>B</b>', 'b@venue.test', 'approved', '', 'one\n"two", three', picture, 'Day; Night', ''],
    ["'=1+1", 'a@venue.test', 'submitted', "'@SUM(A1)", '', '', '', 'x'],
  ])
})

it('as JSON contains the typed answers', async () => {
  const { text } = await fileOf({ format: 'json', status: 'submitted' })
  expect(JSON.parse(text)).toMatchObject([
    {
      businessName: '=1+1',
      email: 'a@venue.test',
      formVersion: 1,
      answers: [
        { question: 'What to drink', answer: '@SUM(A1)' },
        { question: 'Gone (2)', answer: 'x' },
      ],
    },
  ])
})

it('is audited without any email address, and is not for merchants', async () => {
  await fileOf({})
  const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, formId))
  expect(audit).toMatchObject({ action: 'export_submissions', after: { format: 'csv', status: null } })
  const owner = contextAs(services, await asOwner(services, ['mer_1']))
  await expect(fileOf({}, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(fileOf({ formId: 'frm_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
