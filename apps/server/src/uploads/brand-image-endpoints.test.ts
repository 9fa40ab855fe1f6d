import { createAdaptorServer } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brandImages } from '@quaff/features/branding/tables'
import { buildBadImages, buildImage } from '@quaff/features/branding/testing/bad-image-factory'
import { insertBrandImage } from '@quaff/features/branding/testing/brand-image-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { formBody } from '../testing/form-body'
import {
  actorKinds,
  knockAsEach,
  merchantOf,
  ownerships,
  type ActorKind,
  type Ownership,
} from '../testing/matrix/actor-kinds'
import { insertMerchants } from '../testing/matrix/target-rows'

let services: TestServices
let app: ReturnType<typeof buildServer>
let server: ReturnType<typeof createAdaptorServer>
let png: Buffer
let wide: Uint8Array | undefined

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  await insertMerchants(services)
  png = await buildImage(200, 100).png().toBuffer()
  wide = (await buildBadImages()).find(({ name }) => name === 'PNG of 30,000 × 30,000')?.bytes
  server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await services.close()
})

const path = '/api/files/brand-image'
type Fields = Record<string, string>

function formData(fields: Fields, file: Uint8Array = png, fileName = 'logo.png'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), fileName)
  return form
}

async function send(headers: Record<string, string>, form: FormData) {
  const { type, body: sent } = await formBody(form)
  const answer = await app.request(path, { method: 'POST', headers: { ...headers, ...type }, body: sent })
  const body = (await answer.json()) as {
    code?: string
    reason?: string
    message?: string
    logo?: { url: string | null }
  }
  return { status: answer.status, ...body }
}
const logoOf = (merchantId: string): Fields => ({ merchantId, kind: 'logo', version: 'none' })
const bearer = ({ sessionId }: { sessionId: string }) => ({ authorization: `Bearer ${sessionId}` })
const rows = (merchantId: string) =>
  services.db.select().from(brandImages).where(eq(brandImages.merchantId, merchantId))

async function forgetImages() {
  await services.db.delete(brandImages)
  await services.db.update(merchants).set({ brandingLogoUrl: null, brandingLogoMarkUrl: null })
}

function expectedFor(kind: ActorKind, row: Ownership): number {
  if (kind === 'admin') return row === 'own' || row === 'foreign' ? 200 : 404
  if (kind === 'ownerOfOne' || kind === 'ownerOfTwo') return row === 'own' ? 200 : 404
  return ['customRole', 'viewerOwn', 'viewerNone'].includes(kind) ? 403 : 401
}

describe('the upload endpoint', () => {
  const cases = actorKinds.flatMap((kind) => ownerships.map((row) => [kind, row, expectedFor(kind, row)] as const))
  it.each(cases)('%s, %s row: %i', async (kind, row, expected) => {
    services.clock.advance(61_000)
    const merchantId = merchantOf[row]
    await forgetImages()
    const answer = await send((await knockAsEach(services))[kind], formData(logoOf(merchantId)))
    expect(answer.status).toBe(expected)
    expect(await rows(merchantId)).toHaveLength(expected === 200 ? 1 : 0)
  })

  it('answers for a foreign merchant word for word as for a missing one', async () => {
    const owner = await asOwner(services, [merchantOf.own])
    const [foreign, missing] = [
      await send(bearer(owner), formData(logoOf(merchantOf.foreign))),
      await send(bearer(owner), formData(logoOf(merchantOf.missing))),
    ]
    expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' })
  })

  it.each<[string, Record<string, string>, number]>([
    ['from our own page', { origin: 'http://127.0.0.1:3000', 'x-quaff-client': 'console' }, 401],
    ['without the header of the console', { origin: 'http://127.0.0.1:3000' }, 403],
    ['from another site', { origin: 'https://evil.example', 'x-quaff-client': 'console' }, 403],
    ['without Origin', { 'x-quaff-client': 'console' }, 403],
  ])('with a cookie, %s: %s', async (_, headers, status) => {
    // The signature is invalid, so a caller that passes the guard is anonymous.
    expect((await send({ cookie: 'quaff=tok.sig', ...headers }, formData(logoOf(merchantOf.own)))).status).toBe(status)
  })

  it('takes no JSON, and the other endpoints take no form', async () => {
    const json = await app.request(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([json.status, ((await json.json()) as { reason: string }).reason]).toEqual([400, 'CONTENT_TYPE'])
    for (const other of ['/rpc/branding/remove', '/api/files/users-export', `${path}/`]) {
      const answer = await app.request(other, { method: 'POST', body: formData(logoOf(merchantOf.own)) })
      expect(answer.status).toBe(400)
    }
  })

  it.each<[string, () => FormData, number, string]>([
    ['SVG', () => formData(logoOf(merchantOf.own), Buffer.from('<svg></svg>')), 415, 'IMAGE_TYPE'],
    [
      'a file of 2 MB and a byte',
      () => formData(logoOf(merchantOf.own), Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 + 1 - png.length)])),
      413,
      'IMAGE_TOO_LARGE',
    ],
    [
      'HTML named and sent as PNG',
      () => formData(logoOf(merchantOf.own), Buffer.from('<!doctype html><script>alert(1)</script>')),
      415,
      'IMAGE_TYPE',
    ],
    ['a PNG of 30,000 × 30,000', () => formData(logoOf(merchantOf.own), wide), 400, 'IMAGE_DIMENSIONS'],
    ['an empty file', () => formData(logoOf(merchantOf.own), Buffer.alloc(0)), 400, 'IMAGE_EMPTY'],
    ['half an image', () => formData(logoOf(merchantOf.own), png.subarray(0, png.length / 2)), 400, 'IMAGE_DAMAGED'],
    ['an unknown field', () => formData({ ...logoOf(merchantOf.own), status: 'active' }), 400, 'INVALID_INPUT'],
    ['an unknown kind', () => formData({ ...logoOf(merchantOf.own), kind: 'banner' }), 400, 'INVALID_INPUT'],
    ['half a crop', () => formData({ ...logoOf(merchantOf.own), kind: 'mark', cropX: '1' }), 400, 'INVALID_INPUT'],
    [
      'a crop outside',
      () => formData({ ...logoOf(merchantOf.own), kind: 'mark', cropX: '150', cropY: '0', cropSize: '90' }),
      400,
      'IMAGE_CROP',
    ],
    ['no file', () => new FormData(), 400, 'UPLOAD'],
  ])('%s is refused with a sentence, and nothing is stored', async (_, form, status, reason) => {
    const admin = await asAdmin(services)
    await forgetImages()
    const answer = await send(bearer(admin), form())
    expect([answer.status, answer.reason]).toEqual([status, reason])
    expect(answer.message).toMatch(/^[A-Z].+\.$/)
    expect(await services.db.select().from(brandImages)).toEqual([])
  })

  it.each(['../../../etc/passwd', '"><script>.png', '‮gnp.漢字.html', 'a'.repeat(500)])(
    'never uses the name %j',
    async (fileName) => {
      const { id } = await insertMerchant(services)
      const answer = await send(bearer(await asOwner(services, [id ?? ''])), formData(logoOf(id ?? ''), png, fileName))
      expect(answer.logo?.url).toMatch(/^\/files\/brand\/[0-9a-f]{64}\.webp$/)
    },
  )
})

/** Over a real connection: chunked, without an end, until the server has had enough. */
async function sendEndlessly(headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
  })
  let sent = 0
  let open = true
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.on('error', () => resolve(0))
  })
  const closed = new Promise<void>((resolve) => outgoing.on('close', resolve))
  outgoing.on('close', () => (open = false))
  outgoing.on('error', () => (open = false))
  const fields = Object.entries(logoOf(merchantOf.own)).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  outgoing.write(`${fields.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`)
  const piece = Buffer.alloc(64 * 1024, 7)
  const limit = 3 * 1024 * 1024 * 1024
  while (open && sent < limit) {
    sent += piece.length
    const full = !outgoing.write(piece)
    if (full && open) await Promise.race([closed, new Promise((resolve) => outgoing.once('drain', resolve))])
  }
  outgoing.destroy()
  return { status: await status, sent }
}

describe('a body of 3 GB in chunks', () => {
  it('is refused after 2 MB, neither stored nor held', async () => {
    const admin = await asAdmin(services)
    const before = process.memoryUsage().rss
    const { status, sent } = await sendEndlessly(bearer(admin))
    expect(status).toBe(413)
    // Data on the way is drained and discarded for half a second.
    expect(sent).toBeLessThan(128 * 1024 * 1024)
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(150)
  })

  it('from a stranger is refused before it is read', async () => {
    const { status, sent } = await sendEndlessly({})
    expect(status).toBe(401)
    expect(sent).toBeLessThan(128 * 1024 * 1024)
  })
})

describe('an upload cut in half', () => {
  it('leaves nothing', async () => {
    const { id } = await insertMerchant(services)
    const admin = await asAdmin(services)
    const { port } = server.address() as AddressInfo
    const headers = { ...bearer(admin), 'content-type': 'multipart/form-data; boundary=b', 'content-length': '500000' }
    const outgoing = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers })
    outgoing.on('error', () => undefined)
    outgoing.write(
      `--b\r\nContent-Disposition: form-data; name="merchantId"\r\n\r\n${id}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
    )
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    const others = await connections()
    await expect.poll(() => outgoing.socket?.bytesWritten ?? 0).toBeGreaterThan(0)
    outgoing.destroy()
    await expect.poll(connections).toBe(others)
    expect(await rows(id)).toEqual([])
    expect((await app.request('/healthz')).status).toBe(200)
  })
})

describe('the download endpoint', () => {
  it('§7 shows a logo in use to anyone, as a picture and nothing else', async () => {
    const { id } = await insertMerchant(services)
    const { logo } = await send(bearer(await asAdmin(services)), formData(logoOf(id)))
    const answer = await app.request(logo?.url ?? '')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline; filename="logo.webp"',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    expect((await app.request(logo?.url ?? '', { method: 'HEAD' })).status).toBe(200)
  })

  it('says when the store is away, and shows the logo again when it is back', async () => {
    const { id } = await insertMerchant(services)
    const { logo } = await send(bearer(await asAdmin(services)), formData(logoOf(id)))
    const { get } = services.files
    services.files.get = () => Promise.reject(new Error('away'))
    const answer = await app.request(logo?.url ?? '')
    services.files.get = get
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await answer.json()).toMatchObject({ reason: 'FILE_STORE' })
    expect((await app.request(logo?.url ?? '')).status).toBe(200)
  })

  it('answers 404 JSON for what is removed, under way, unknown or no key at all', async () => {
    const { id } = await insertMerchant(services)
    const now = services.clock.now()
    const removed = await insertBrandImage(services, { merchantId: id, removedAt: now })
    const underWay = await insertBrandImage(services, { merchantId: id, storedAt: null })
    const names = [
      removed.storageKey,
      underWay.storageKey,
      `${'0'.repeat(64)}.webp`,
      'x',
      '..%2f..%2fpackage.json',
      '%2e%2e/secrets.json',
      `${removed.storageKey}/..`,
      '',
      `${'0'.repeat(64)}.svg`,
      '%00',
    ]
    for (const name of names) {
      const answer = await app.request(`/files/brand/${name}`)
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
        name,
        404,
        'application/json; charset=utf-8',
      ])
    }
    expect((await app.request('/files/', { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})
