import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { submissionStatuses } from '../contract'
import { insertLiveForm, insertSubmission } from '../testing/form-factory'
import { findWholeForm, countOnDay } from './form-store'
import { compactSubmissionCounts, countOfStatus } from './submission-store'
import { signupFormDays, signupSubmissionCounts, signupSubmissions as submissions } from './tables'

const forms = ['frm_a', 'frm_b']
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
  for (const id of forms) await insertLiveForm(services, { id })
})

async function compareWithRows(): Promise<void> {
  for (const formId of [undefined, ...forms])
    for (const status of [undefined, ...submissionStatuses]) {
      const rows = await services.db.$count(
        submissions,
        and(formId ? eq(submissions.formId, formId) : undefined, status ? eq(submissions.status, status) : undefined),
      )
      expect(await countOfStatus(services.db, { formId, status }), `${formId} ${status}`).toBe(rows)
    }
}

it('matches the rows after any submission, decision, revocation or deletion', async () => {
  const any = fc.record({ formId: fc.constantFrom(...forms), status: fc.constantFrom(...submissionStatuses) })
  const sent = fc.sample(any, { numRuns: 40, seed: 16 })
  const stored = []
  for (const one of sent) stored.push(await insertSubmission(services, one))
  await compareWithRows()
  await Promise.all(
    stored.map(({ id }, index) =>
      services.db
        .update(submissions)
        .set(sent[(index * 7) % sent.length] ?? {})
        .where(eq(submissions.id, id)),
    ),
  )
  await compareWithRows()
  await compactSubmissionCounts(services)
  expect(await services.db.$count(signupSubmissionCounts)).toBeLessThanOrEqual(forms.length * submissionStatuses.length)
  await compareWithRows()
  const back = inTransaction(services, async (tx) => {
    await tx.update(submissions).set({ status: 'rejected' })
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await services.db.delete(submissions).where(eq(submissions.formId, 'frm_a'))
  await compareWithRows()
})

it('counts nothing for unsupported filters, and adds no row for them', async () => {
  expect(await countOfStatus(services.db, { formId: 'frm_a', q: 'moon' })).toBeUndefined()
  const before = await services.db.$count(signupSubmissionCounts)
  await services.db.update(submissions).set({ businessName: 'Another', provedAt: services.clock.now() })
  expect(await services.db.$count(signupSubmissionCounts)).toBe(before)
})

it('sums the days of a form', async () => {
  for (const [day, what] of [
    ['2026-03-01', 'viewed'],
    ['2026-03-01', 'viewed'],
    ['2026-03-01', 'started'],
    ['2026-03-02', 'viewed'],
  ] as const)
    await countOnDay(services.db, { formId: 'frm_a', day }, what)
  await services.db
    .update(signupFormDays)
    .set({ viewed: sql`viewed + 10` })
    .where(eq(signupFormDays.day, '2026-03-02'))
  expect(await findWholeForm(services.db, 'frm_a', services.clock.now())).toMatchObject({ viewed: 13, started: 1 })
  expect(await findWholeForm(services.db, 'frm_b', services.clock.now())).toMatchObject({ viewed: 0, started: 0 })
})
