import { beforeAll, describe, expect, it } from 'vitest'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertLiveForm, insertSubmission, insertUpload } from '../testing/form-factory'
import { approveSubmission } from './decide-submission'
import { getSubmission, listSubmissions } from './read-submissions'
import { exportSubmissions } from './submission-export'

let services: TestServices
let admin: TestContext
let formId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  formId = (await insertLiveForm(services)).id
})

const read = (submissionId: string) => getSubmission(admin, { submissionId })

describe('the email of a submission', () => {
  it('is verified only by the sender’s code, with or without a picture', async () => {
    const typed = await insertSubmission(services, { formId })
    const shown = await insertSubmission(services, { formId, provedAt: services.clock.now() })
    await insertUpload(services, { formId, email: typed.email })
    expect(await read(typed.id)).toMatchObject({ isProved: false })
    expect(await read(shown.id)).toMatchObject({ isProved: true })
    const { rows } = await listSubmissions(admin, { formId, limit: 20 })
    expect(Object.fromEntries(rows.map(({ id, isProved }) => [id, isProved]))).toEqual({
      [shown.id]: true,
      [typed.id]: false,
    })
    const { chunks } = await exportSubmissions(admin, { formId, format: 'csv' })
    let file = ''
    for await (const chunk of chunks) file += chunk
    expect(file).toContain('Email,Email verified,Status')
    expect(file).toContain(`${shown.email},yes,submitted`)
    expect(file).toContain(`${typed.email},no,submitted`)
  })

  it.each([
    ['invite', undefined],
    ['approve', { role: 'customer', status: 'pending_approval' }],
    ['convert', { role: 'customer', status: 'active' }],
    [null, { role: 'merchant_owner', status: 'active' }],
  ] as const)('says before an approval that it will %s', async (approval, details) => {
    const account = details ? { email: (await insertUser(services, details)).email } : {}
    const { id, version } = await insertSubmission(services, { formId, ...account })
    expect(await read(id)).toMatchObject({ approval })
    if (approval === null) return
    await approveSubmission(admin, { submissionId: id, version })
    expect(await read(id)).toMatchObject({ approval: null })
  })
})
