import { eq } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importUploadPath, uploadLimits } from '@quaff/features/imports/contract'
import { importWork } from '@quaff/features/imports/server'
import { importRuns } from '@quaff/features/imports/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { formBody } from '../testing/form-body'
import { actorKinds, knockAsEach, type ActorKind } from '../testing/matrix/actor-kinds'
import { insertMerchants } from '../testing/matrix/target-rows'
import { UploadErrorCode } from './bounded-body'
import { openUpload } from './read-upload'

let services: TestServices
let app: ReturnType<typeof buildServer>
let headersOf: Record<ActorKind, Record<string, string>>
beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  await insertMerchants(services)
  headersOf = await knockAsEach(services)
})
afterAll(() => services.close())

const document = `${JSON.stringify({ path: 'carts/c1', data: { items: 3 } })}\n`

async function send(kind: ActorKind, { fileName = 'old.ndjson', extra = {}, choices = {} } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ fileName, ...choices })) form.append(name, String(value))
  form.append('file', new Blob([document]), 'x')
  const { type, body } = await formBody(form)
  const headers = { ...headersOf[kind], ...type, 'x-quaff-client': 'test', ...extra }
  const answer = await app.request(importUploadPath, { method: 'POST', headers, body })
  const said = (await answer.json()) as { code?: string; reason?: string; runId?: string }
  await importWork(services)
  return { status: answer.status, ...said }
}

describe('the endpoint for uploads', () => {
  it.each(actorKinds.filter((kind) => kind !== 'admin'))(
    '§6 §G9 is shut to %s, before a byte is read',
    async (kind) => {
      expect([401, 403]).toContain((await send(kind)).status)
      expect(await services.db.$count(importRuns)).toBe(0)
    },
  )

  it('takes a file of an administrator, and only checks it', async () => {
    const { status, runId } = await send('admin')
    expect(status).toBe(200)
    expect(await services.db.select({ id: importRuns.id, state: importRuns.state }).from(importRuns)).toEqual([
      { id: runId, state: 'checked' },
    ])
  })

  it('§0044 keeps what was chosen with the run, and refuses a choice that is none', async () => {
    const choices = { only: 'plans,merchants', amounts: 'units', currency: 'CHF' }
    const { runId } = await send('admin', { choices })
    const [run] = await services.db
      .select({ options: importRuns.options })
      .from(importRuns)
      .where(eq(importRuns.id, runId ?? ''))
    expect(run?.options).toMatchObject({ only: ['merchants', 'plans'], amounts: 'units', currency: 'chf' })
    for (const wrong of [
      { only: 'pictures' },
      { only: '' },
      { amounts: 'francs' },
      { currency: 'francs' },
      { more: '1' },
    ])
      expect([wrong, (await send('admin', { choices: wrong })).status]).toEqual([wrong, 400])
  })

  it('says when the disk is full, keeps nothing, and takes the file once there is room', async () => {
    const before = await services.db.$count(importRuns)
    const { receive } = services.workbench
    services.workbench.receive = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    expect(await send('admin')).toMatchObject({ status: 503, reason: 'DISK_FULL' })
    services.workbench.receive = receive
    expect(await services.db.$count(importRuns)).toBe(before)
    expect((await send('admin')).status).toBe(200)
  })

  it('refuses another kind of file, a name that is too long, and what says that it is too large', async () => {
    const before = await services.db.$count(importRuns)
    expect(await send('admin', { fileName: 'a.zip' })).toMatchObject({ status: 400, reason: 'UPLOAD_ENDING' })
    expect((await send('admin', { fileName: `${'a'.repeat(200)}.json` })).status).toBe(400)
    const declared = { 'content-length': String(uploadLimits.maxBytes + 100_000) }
    expect((await send('admin', { extra: declared })).status).toBe(413)
    expect(await services.db.$count(importRuns)).toBe(before)
  })
})

const boundary = 'xYz'
function uploadOf(chunks: Buffer[]): Request {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
  const parts = [Buffer.from(head), ...chunks, Buffer.from(`\r\n--${boundary}--\r\n`)]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = parts.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

describe('a file that is larger than memory', () => {
  it('comes out as it was sent, piece by piece, also where a piece ends within what looks like its end', async () => {
    const chunks = [
      randomBytes(70_000),
      Buffer.from(`\r\n--${boundary.slice(0, 2)}`),
      randomBytes(90_000),
      Buffer.from('\r\n'),
    ]
    const form = await openUpload(uploadOf([...chunks]), { maxFileBytes: 1_000_000, timeoutMs: 60_000 })
    const hash = createHash('sha256')
    let largest = 0
    for await (const piece of form.streamFile()) {
      hash.update(piece)
      largest = Math.max(largest, piece.length)
    }
    expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.concat(chunks)).digest('hex'))
    expect(largest).toBeLessThan(100_000)
  })

  it('is refused as soon as it is larger than allowed, whatever it said of itself', async () => {
    const chunks = Array.from({ length: 100 }, () => randomBytes(1_000))
    const form = await openUpload(uploadOf(chunks), { maxFileBytes: 5_000, timeoutMs: 60_000 })
    let read = 0
    const reading = async () => {
      for await (const piece of form.streamFile()) read += piece.length
    }
    await expect(reading()).rejects.toEqual(new UploadErrorCode('too-large'))
    expect(read).toBeLessThanOrEqual(5_000)
    await form.close()
  })
})
