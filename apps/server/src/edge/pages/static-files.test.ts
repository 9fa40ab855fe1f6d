import { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Env } from '../env'
import { staticFiles } from './static-files'

const folder = mkdtempSync(join(tmpdir(), 'quaff-pages-'))
const script = 'document.documentElement.dataset.theme = "dark"'
const document = `<!doctype html><html><head><title>Quaff</title><script>${script}</script></head><body></body></html>`
mkdirSync(join(folder, '.vite'))
writeFileSync(join(folder, 'index.html'), document)
writeFileSync(
  join(folder, '.vite', 'pages.json'),
  JSON.stringify({ '/users': ['assets/frame.js', 'assets/$&.js'], '/login': [] }),
)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'main.js'), 'plain')
writeFileSync(join(folder, 'assets', 'main.js.br'), 'packed')
const app = new Hono<Env>().use('*', staticFiles(folder))
const read = async (path: string) => (await app.request(path)).text()

afterAll(() => rmSync(folder, { recursive: true }))

it('the document of a page names its files before the head ends, as they are called', async () => {
  const html = await read('/users?tab=team')
  for (const file of ['frame', '$&'])
    expect(html).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}.js">`)
  expect(html.replaceAll(/<link [^>]+>\s*/g, '')).toBe(document)
})

it.each(['/merchants', '/users/usr_1', '/constructor', '/index.html'])(
  'the one at %s is as it was built',
  async (path) => {
    expect(await read(path)).toBe(document)
  },
)

it('an unknown address has the status 404, however its page looks, and no mark that would make it 304', async () => {
  for (const path of ['/users', '/users/', '/Users', '/login', '/index.html'])
    expect([path, (await app.request(path)).status]).toEqual([path, 200])
  for (const path of ['/nonsense', '/users/x', '/constructor', '/login/nope'])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
  const etag = (await app.request('/nonsense')).headers.get('etag') ?? ''
  expect((await app.request('/nonsense', { headers: { 'if-none-match': etag } })).status).toBe(404)
})

it('a document lists its scripts in its policy', async () => {
  const hash = createHash('sha256').update(script).digest('base64')
  for (const path of ['/users', '/merchants']) {
    const policy = (await app.request(path)).headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  }
})

it('a document may show pictures of the one host that has the tiles of the map, and others none', async () => {
  const withTiles = new Hono<Env>().use('*', staticFiles(folder, 'https://tiles.example.com'))
  const imagesOf = async (from: typeof app) =>
    /img-src ([^;]*)/.exec((await from.request('/merchants')).headers.get('content-security-policy') ?? '')?.[1]
  expect(await imagesOf(withTiles)).toBe("'self' https://tiles.example.com data: blob:")
  expect(await imagesOf(app)).toBe("'self' data: blob:")
})

it('a file that the build compressed is given as that, and is none by itself', async () => {
  const ask = (path: string, accepted: string) => app.request(path, { headers: { 'accept-encoding': accepted } })
  const packed = await ask('/assets/main.js', 'gzip, br')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toBe('packed')
  expect(await (await ask('/assets/main.js', '')).text()).toBe('plain')
  expect((await ask('/assets/main.js.br', 'br')).status).toBe(404)
})

it('each has a mark of its own, so that none is taken for another', async () => {
  const marks = await Promise.all(
    ['/users', '/merchants'].map(async (path) => (await app.request(path)).headers.get('etag')),
  )
  expect(new Set(marks).size).toBe(2)
})

it('a listed file that a new build removed is not found, and is given once it is there again', async () => {
  const file = join(folder, 'assets', 'gone.js')
  writeFileSync(file, 'old')
  const running = new Hono<Env>().use('*', staticFiles(folder))
  rmSync(file)
  expect((await running.request('/assets/gone.js')).status).toBe(404)
  writeFileSync(file, 'new')
  expect(await (await running.request('/assets/gone.js')).text()).toBe('new')
})
