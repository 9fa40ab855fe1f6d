import { Hono } from 'hono'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Env } from '../env'
import { staticFiles } from './static-files'

const folder = mkdtempSync(join(tmpdir(), 'quaff-pages-'))
const document = '<!doctype html><html><head><title>Quaff</title></head><body></body></html>'
mkdirSync(join(folder, '.vite'))
writeFileSync(join(folder, 'index.html'), document)
writeFileSync(join(folder, '.vite', 'pages.json'), JSON.stringify({ '/users': ['assets/frame.js', 'assets/$&.js'] }))
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

it('each has a mark of its own, so that none is taken for another', async () => {
  const marks = await Promise.all(
    ['/users', '/merchants'].map(async (path) => (await app.request(path)).headers.get('etag')),
  )
  expect(new Set(marks).size).toBe(2)
})
