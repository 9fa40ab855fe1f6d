import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBadImages, buildImage } from '@quaff/features/branding/testing/bad-image-factory'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { signupUploads } from '@quaff/features/signup-forms/tables'
import {
  insertForm,
  insertLiveForm,
  insertSubmission,
  strangerContext,
} from '@quaff/features/signup-forms/testing/form-factory'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { formBody } from '../testing/form-body'

const bad = (await buildBadImages()).filter(({ fate }) => fate === 'refused')
const files = memoryFiles()
let services: TestServices
let app: ReturnType<typeof buildServer>
let jpeg: Buffer
let slug: string
let formId: string
let addresses = 0

beforeAll(async () => {
  services = await createTestServices({ files })
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  const withPlace = buildImage(300, 200).withExif({ IFD0: { ImageDescription: 'secret place' } })
  jpeg = await withPlace.jpeg().toBuffer()
  ;({ id: formId, slug } = await insertLiveForm(services))
})
afterAll(() => services.close())

async function proof(email = `p${++addresses}@venue.test`, purpose: 'signup_form' | 'waitlist' = 'signup_form') {
  return { email, token: await verifyEmail(strangerContext(services), email, purpose) }
}

async function send(token: string | null, file: Uint8Array = jpeg, to = slug) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'photo.jpg')
  const { type, body } = await formBody(form)
  const headers: Record<string, string> = token === null ? type : { ...type, 'x-mailbox-proof': token }
  const answer = await app.request(`/api/files/form-images/${to}`, { method: 'POST', headers, body })
  const json = (await answer.json()) as { id?: string; reason?: string; message?: string }
  return { status: answer.status, ...json }
}
const rowOf = async (id = '') => (await services.db.select().from(signupUploads).where(eq(signupUploads.id, id)))[0]
const rows = () => services.db.$count(signupUploads)
const bearer = ({ sessionId }: { sessionId: string }) => ({ headers: { authorization: `Bearer ${sessionId}` } })

describe('a picture for an answer', () => {
  it('is drawn again, without what the camera wrote, and belongs to the mailbox that was proved', async () => {
    const { email, token } = await proof()
    const sent = await send(token)
    expect(sent.status).toBe(200)
    const row = await rowOf(sent.id)
    expect(row).toMatchObject({ formId, email, submissionId: null, contentType: 'image/webp' })
    const kept = Buffer.from(files.contents.get(row?.fileKey ?? '') ?? [])
    expect(kept.subarray(8, 12).toString()).toBe('WEBP')
    expect(kept.length).toBe(row?.bytes)
    expect(jpeg.includes('secret place')).toBe(true)
    expect(kept.includes('secret place')).toBe(false)
  })

  it('is taken larger than a logo may be, up to 5 MB', async () => {
    const { token } = await proof()
    const noise = await buildImage(1_000, 800).png({ compressionLevel: 0 }).toBuffer()
    expect(noise.length).toBeGreaterThan(2 * 1024 * 1024)
    expect(noise.length).toBeLessThan(5 * 1024 * 1024)
    expect((await send(token, noise)).status).toBe(200)
    const before = await rows()
    const large = await send(token, Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]))
    expect(large).toMatchObject({ status: 413, reason: 'IMAGE_TOO_LARGE' })
    expect(large.message).toContain('5 MB')
    expect(await rows()).toBe(before)
  })

  it('needs a proof of this very kind', async () => {
    const before = await rows()
    const other = await proof(undefined, 'waitlist')
    for (const token of [null, '', 'x'.repeat(43), other.token])
      expect(await send(token)).toMatchObject({ status: 401, reason: 'PROOF' })
    expect(await rows()).toBe(before)
  })

  it('is refused by a form that is closed, still a draft or unknown', async () => {
    const { token } = await proof()
    const closed = await insertLiveForm(services, { status: 'closed' })
    const draft = await insertForm(services)
    expect(await send(token, jpeg, closed.slug)).toMatchObject({ status: 409, reason: 'CLOSED' })
    expect(await send(token, jpeg, draft.slug)).toMatchObject({ status: 404 })
    expect(await send(token, jpeg, 'nothing-here')).toMatchObject({ status: 404 })
  })

  it('is tried with more than twenty that are none', () => expect(bad.length).toBeGreaterThan(20))

  // One test each: together they exceed the time limit of a test on a busy machine.
  it.each(bad)('is refused when it is none ($name), with a sentence, and nothing is kept', async ({ bytes }) => {
    const before = await rows()
    // Another hour and another mailbox, so that no limit answers first.
    services.clock.advance(3_600_000)
    const answer = await send((await proof()).token, bytes)
    expect([400, 413, 415]).toContain(answer.status)
    expect(answer.message).toMatch(/^[A-Z].{20,}\.$/)
    expect(await rows()).toBe(before)
  })

  it('is one of ten that a mailbox may leave behind unsent', async () => {
    const { token } = await proof()
    const answers = []
    for (let count = 0; count < 11; count++) answers.push((await send(token)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('leaves no row when the store fails', async () => {
    services.clock.advance(3_600_000)
    const { token } = await proof()
    const before = await rows()
    const { put } = files
    files.put = () => Promise.reject(new Error('full'))
    expect(await send(token)).toMatchObject({ status: 503, reason: 'FILE_STORE' })
    files.put = put
    expect(await rows()).toBe(before)
  })
})

describe('reading a picture', () => {
  const sentPicture = async () => {
    services.clock.advance(3_600_000)
    const { token } = await proof()
    const { id = '' } = await send(token)
    const submission = await insertSubmission(services, { formId })
    await services.db.update(signupUploads).set({ submissionId: submission.id }).where(eq(signupUploads.id, id))
    return `/api/files/form-images/${id}`
  }

  it('is for administrators, as a picture and nothing else, kept by no cache', async () => {
    const path = await sentPicture()
    const answer = await app.request(path, bearer(await asAdmin(services)))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="pic_\w+\.webp"$/),
    })
  })

  it('says when the store is away', async () => {
    const path = await sentPicture()
    const { get } = files
    files.get = () => Promise.reject(new Error('away'))
    const answer = await app.request(path, bearer(await asAdmin(services)))
    files.get = get
    expect([answer.status, await answer.json()]).toMatchObject([503, { reason: 'FILE_STORE' }])
  })

  it('is refused to everybody else, and answers like a missing one for what was never sent', async () => {
    const path = await sentPicture()
    expect((await app.request(path)).status).toBe(401)
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])])
      expect((await app.request(path, bearer(actor))).status).toBe(403)
    const { token } = await proof()
    const loose = await send(token)
    const admin = bearer(await asAdmin(services))
    for (const id of [loose.id, 'pic_gone', '..%2f..%2fetc'])
      expect((await app.request(`/api/files/form-images/${id}`, admin)).status).toBe(404)
  })
})
