import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPages } from '@quaff/features/marketing/contract'
import { platformSettings } from '@quaff/features/settings/tables'
import { insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../../build-server'

const template = [
  '<title>{{baseUrl}}</title><p>© {{year}}</p>{{#supportAddress}}<a href="{{supportLink}}">Support</a>{{/supportAddress}}{{^supportAddress}}No address{{/supportAddress}}',
  '<i>{{feeShare}} {{exampleFee}} {{exampleNet}}</i>',
  '{{#appStoreUrl}}<a href="{{appStoreUrl}}">App Store</a>{{/appStoreUrl}}{{^appStoreUrl}}Not yet{{/appStoreUrl}}',
  '{{#waitlistPath}}<a href="{{waitlistPath}}">Join</a>{{/waitlistPath}}{{^waitlistPath}}Get the app{{/waitlistPath}}',
  '{{#inviteCode}}<b>{{inviter}} {{inviteCode}}</b>{{/inviteCode}}{{^inviteCode}}<b>Neutral</b>{{/inviteCode}}',
].join('')

let services: TestServices
let folder: string
let app: ReturnType<typeof buildServer>
const requested: string[] = []

beforeAll(async () => {
  services = await createTestServices()
  folder = await mkdtemp(join(tmpdir(), 'public-'))
  await writeFile(join(folder, 'index.html'), '<title>Console</title>')
  await mkdir(join(folder, '.pages'))
  for (const { id } of publicPages) await writeFile(join(folder, '.pages', `${id}.html`), `<!--${id}-->${template}`)
  app = buildServer(services, {
    consoleFolder: folder,
    findInvitation: async (code) => {
      requested.push(code)
      if (code === 'BROKEN') throw new Error('no database')
      return code === 'TABLE12' ? { code, inviter: `<img src=x onerror=alert(1)> & 'friends'` } : null
    },
  })
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (path: string, init?: RequestInit) => (await app.request(path, init)).text()
/** Lets the cached settings expire. */
const waitForSettings = () => services.clock.advance(6_000)

describe('a public page', () => {
  it.each([
    ['/', 'home'],
    ['/partners', 'partners'],
    ['/partners/', 'partners'],
    ['/terms?print=1', 'terms'],
    ['/w/oslo', 'waitlist'],
  ])('§2.1 answers %s before the console does', async (path, id) => {
    expect(await read(path)).toContain(`<!--${id}-->`)
  })

  it.each(['/dashboard', '/auth/login', '/no/such/page', '/partners/other', '/w/'])('leaves %s to it', async (path) => {
    expect(await read(path)).toBe('<title>Console</title>')
  })

  it('is under a policy without any inline script or style', async () => {
    const { headers } = await app.request('/')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self'; /)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect((await app.request('/dashboard')).headers.get('content-security-policy')).toContain("'unsafe-inline'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('comes compressed, and is asked again by its mark', async () => {
    const answer = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain('<!--home-->')
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await app.request('/', { headers })).status).toBe(304)
    expect((await app.request('/partners', { headers })).status).toBe(200)
  })

  it.each([
    ['a weak mark, which a proxy made of it', (etag: string) => `W/${etag}`],
    ['several marks', (etag: string) => `"older", ${etag}`],
  ])('is not sent again to anyone who shows %s', async (_which, write) => {
    const etag = (await app.request('/terms')).headers.get('etag') ?? ''
    expect((await app.request('/terms', { headers: { 'if-none-match': write(etag) } })).status).toBe(304)
    expect((await app.request('/terms', { headers: { 'if-none-match': write('"other"') } })).status).toBe(200)
  })

  it('may be listed by search engines, and what the console answers may not', async () => {
    expect((await app.request('/')).headers.get('x-robots-tag')).toBeNull()
    for (const path of ['/auth/login', '/no/such/page'])
      expect((await app.request(path)).headers.get('x-robots-tag')).toBe('noindex')
  })

  it('is only read: HEAD has no body and POST finds nothing', async () => {
    expect(await read('/', { method: 'HEAD' })).toBe('')
    const headers = { 'content-type': 'application/json' }
    expect((await app.request('/partners', { method: 'POST', body: '{}', headers })).status).toBe(404)
  })

  it('keeps its template to itself', async () => {
    expect((await app.request('/.pages/home.html')).status).toBe(404)
  })
})

describe('what the server fills in', () => {
  it('§2.1 is its own address, the year of the platform, and that support has no address yet', async () => {
    const year = services.clock.now().getUTCFullYear()
    expect(await read('/')).toContain(`<title>${services.settings.baseUrl}</title><p>© ${year}</p>`)
    expect(await read('/')).toContain('No address')
    expect(await read('/')).not.toContain('mailto:')
  })

  it('is the oldest open waitlist of guests, as long as no store has the app', async () => {
    expect(await read('/')).toContain('Get the app')
    await insertWaitlist(services, { kind: 'merchant', slug: 'venues' })
    await insertWaitlist(services, { kind: 'consumer', slug: 'closed', isOpen: false })
    await insertWaitlist(services, { kind: 'consumer', slug: 'early-guests' })
    waitForSettings()
    expect(await read('/')).toContain('<a href="/w/early-guests">Join</a>')
  })

  it('is the fee of the platform settings, alone and in the example statement', async () => {
    expect(await read('/partners')).toContain('<i>0% −$0.00 $1,682.00</i>')
    const updatedAt = services.clock.now()
    await services.db.insert(platformSettings).values({ key: 'platformFeeBasisPoints', value: 250, updatedAt })
    waitForSettings()
    expect(await read('/partners')).toContain('<i>2.5% −$43.50 $1,638.50</i>')
  })

  it('follows the platform settings, escaped', async () => {
    expect(await read('/')).toContain('Not yet')
    await services.db.insert(platformSettings).values([
      { key: 'appStoreUrl', value: 'https://apps.test/quaff?a="b"&c', version: 1, updatedAt: services.clock.now() },
      { key: 'supportAddress', value: 'help@quaff.test', version: 1, updatedAt: services.clock.now() },
    ])
    expect(await read('/')).toContain('Not yet')
    waitForSettings()
    const page = await read('/')
    expect(page).toContain('<a href="https://apps.test/quaff?a=&quot;b&quot;&amp;c">App Store</a>')
    expect(page).toContain('mailto:help@quaff.test')
    expect(page).not.toContain('Not yet')
    expect(page).toContain('Get the app')
  })

  it('stays as it was while the database is away', async () => {
    const away = {
      select: () => {
        throw new Error('away')
      },
    }
    let isAway = false
    const unsteady = Object.create(services, { db: { get: () => (isAway ? away : services.db) } })
    const server = buildServer(unsteady, { consoleFolder: folder })
    const page = await (await server.request('/')).text()
    expect(page).toContain('mailto:help@quaff.test')
    isAway = true
    waitForSettings()
    expect(await (await server.request('/')).text()).toBe(page)
  })
})

describe('an invitation', () => {
  it('§2.1 says who invited by a known code, as text', async () => {
    const page = await read('/affiliate?code=TABLE12')
    expect(page).toContain('<b>&lt;img src=x onerror=alert(1)&gt; &amp; &#39;friends&#39; TABLE12</b>')
    expect(page).not.toContain('Neutral')
  })

  it.each(['', '?code=', '?code=UNKNOWN', '?code=BROKEN', '?code=<script>', `?code=${'x'.repeat(500)}`])(
    'is a neutral page with %s, which repeats nothing of it',
    async (query) => {
      const page = await read(`/affiliate${query}`)
      expect(page).toContain('<b>Neutral</b>')
      expect(page).toBe(await read('/affiliate'))
    },
  )

  it('is looked up on its own page only, and by codes of the right shape only', async () => {
    requested.length = 0
    await read('/?code=TABLE12')
    await read('/affiliate?code=a%20b')
    expect(requested).toEqual([])
  })
})

describe('crawlers', () => {
  it('get robots.txt and a sitemap with full addresses', async () => {
    const robots = await app.request('/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await robots.text()).toContain(`Sitemap: ${services.settings.baseUrl}/sitemap.xml`)
    const sitemap = await app.request('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await sitemap.text()).toContain(`<loc>${services.settings.baseUrl}/partners</loc>`)
  })
})
