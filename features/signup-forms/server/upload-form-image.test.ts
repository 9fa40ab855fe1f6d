import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { answeringLimits } from '../answering-contract'
import { insertLiveForm, insertSubmission, insertUpload } from '../testing/form-factory'
import { signupUploads } from './tables'
import { purgeFormImages, readFormImage } from './upload-form-image'

const files = memoryFiles()
let services: TestServices
let formId: string
beforeAll(async () => {
  services = await createTestServices({ files })
  formId = (await insertLiveForm(services)).id
})

async function picture(details: { submissionId?: string; ageMs: number }) {
  const createdAt = new Date(services.clock.now().getTime() - details.ageMs)
  const id = await insertUpload(services, { formId, createdAt, submissionId: details.submissionId })
  await files.put(`forms/${id}.webp`, new Uint8Array([1, 2, 3]), 'image/webp')
  return id
}
const isThere = async (id: string) => [
  (await services.db.$count(signupUploads, eq(signupUploads.id, id))) === 1,
  files.contents.has(`forms/${id}.webp`),
]

it('deletes pictures that were not sent for a day, with their files, and nothing else', async () => {
  const submissionId = (await insertSubmission(services, { formId })).id
  const loose = await picture({ ageMs: answeringLimits.looseImageMs + 1 })
  const fresh = await picture({ ageMs: answeringLimits.looseImageMs - 60_000 })
  const sent = await picture({ ageMs: 10 * answeringLimits.looseImageMs, submissionId })
  await purgeFormImages(services)
  expect(await isThere(loose)).toEqual([false, false])
  expect(await isThere(fresh)).toEqual([true, true])
  expect(await isThere(sent)).toEqual([true, true])
})

it('deletes more than one batch', async () => {
  const old = await Promise.all(Array.from({ length: 101 }, () => picture({ ageMs: 2 * answeringLimits.looseImageMs })))
  await purgeFormImages(services)
  expect(await Promise.all(old.map(isThere))).toEqual(old.map(() => [false, false]))
})

it('shows administrators the pictures of submissions, and shows unsent ones to no one', async () => {
  const submissionId = (await insertSubmission(services, { formId })).id
  const [sent, loose] = [await picture({ ageMs: 0, submissionId }), await picture({ ageMs: 0 })]
  const admin = contextAs(services, await asAdmin(services))
  expect(await readFormImage(admin, sent)).toMatchObject({ contentType: 'image/webp', fileName: `${sent}.webp` })
  for (const id of [loose, 'pic_gone', '../x', 'x\u0000']) expect(await readFormImage(admin, id)).toBeNull()
  const owner = contextAs(services, await asOwner(services, ['mer_1']))
  await expect(readFormImage(owner, sent)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
