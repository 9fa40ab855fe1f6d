import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPages } from '@quaff/features/marketing/contract'
import { insertForm, insertLiveForm } from '@quaff/features/signup-forms/testing/form-factory'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'

const sites = ['https://cafe.test', 'https://bar.test:8443']
let services: TestServices
let folder: string
let app: ReturnType<typeof buildServer>
let slug: string

beforeAll(async () => {
  services = await createTestServices()
  folder = await mkdtemp(join(tmpdir(), 'framed-'))
  await mkdir(join(folder, '.pages'))
  await writeFile(join(folder, 'index.html'), '<title>Console</title>')
  for (const { id } of publicPages) await writeFile(join(folder, '.pages', `${id}.html`), `<p>${id}</p>`)
  app = buildServer(services, { consoleFolder: folder })
  slug = (await insertLiveForm(services, { allowedSites: sites })).slug
})
afterAll(() => rm(folder, { recursive: true }))

async function framing(path: string, server = app) {
  const { headers } = await server.request(path)
  return [
    /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
    headers.get('x-frame-options'),
  ]
}
const noOne = ["'none'", 'DENY']

describe('framing', () => {
  it('§0023 is allowed to the sites of the form, on its page for framing', async () => {
    expect(await framing(`/f/${slug}?embed=1`)).toEqual([sites.join(' '), null])
    expect(await framing(`/f/${slug.toUpperCase()}/?embed=1&x=2`)).toEqual([sites.join(' '), null])
  })

  it('changes nothing else of the policy', async () => {
    const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy')
    const framed = await policyOf(`/f/${slug}?embed=1`)
    expect(framed?.replace(sites.join(' '), "'none'")).toBe(await policyOf(`/f/${slug}`))
  })

  it.each(['', '?embed=0', '?embed=true', '?embed=', '?embed=11'])('is allowed to no one with "%s"', async (query) => {
    expect(await framing(`/f/${slug}${query}`)).toEqual(noOne)
  })

  it('is allowed to no one elsewhere, whatever is asked', async () => {
    const path = `?embed=1&slug=${slug}`
    for (const page of ['/', '/partners', '/w/oslo', '/dashboard', '/auth/login', `/f/${slug}/more`, '/f', '/health'])
      expect(await framing(`${page}${path}`)).toEqual(noOne)
    const api = await app.request(`/api/f/${slug}?embed=1`)
    expect(api.headers.get('x-frame-options')).toBe('DENY')
  })

  it('is allowed to no one for a form without sites, a draft and an unknown address', async () => {
    const bare = await insertLiveForm(services)
    const draft = await insertForm(services, { allowedSites: sites })
    for (const one of [bare.slug, draft.slug, 'nothing-here', '%00', '%E0%A4%A'])
      expect(await framing(`/f/${one}?embed=1`)).toEqual(noOne)
  })

  it('still says that a form is closed, in its frame', async () => {
    const closed = await insertLiveForm(services, { status: 'closed', allowedSites: sites })
    expect(await framing(`/f/${closed.slug}?embed=1`)).toEqual([sites.join(' '), null])
  })

  it('§0023 is allowed to no one while the database is away', async () => {
    const away = {
      select: () => {
        throw new Error('away')
      },
    }
    let isAway = false
    const unsteady = Object.create(services, { db: { get: () => (isAway ? away : services.db) } })
    const server = buildServer(unsteady, { consoleFolder: folder })
    expect(await framing(`/f/${slug}?embed=1`, server)).toEqual([sites.join(' '), null])
    isAway = true
    expect(await framing(`/f/${slug}?embed=1`, server)).toEqual(noOne)
  })

  it('sets no cookie', async () => {
    expect((await app.request(`/f/${slug}?embed=1`)).headers.get('set-cookie')).toBeNull()
  })
})
