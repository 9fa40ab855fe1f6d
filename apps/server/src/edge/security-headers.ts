import type { MiddlewareHandler } from 'hono'
import { listFrameSites } from '@quaff/features/signup-forms/server'
import type { Services } from '@quaff/platform/server'
import type { Env } from './env'

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** The console's document may run its own inline scripts by hash. `images`: an additional image source. */
export function documentPolicy(hashes: readonly string[], images: string | undefined): string {
  const sources = hashes.map((hash) => ` 'sha256-${hash}'`).join('')
  return contentPolicy
    .replace("script-src 'self'", (allowed) => allowed + sources)
    .replace("img-src 'self'", (allowed) => (images ? `${allowed} ${images}` : allowed))
}

/** A page that names the sites which may frame it. */
const framesSites = /(?:^|; )frame-ancestors https:/

const fixed = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Links in emails have a token in their query, so no referrer is sent.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
} as const

const oneYear = 31_536_000

/**
 * Applies to every response. Responses without their own cache header are not cached. Most are created with these
 * headers, because adding them to a finished response is expensive.
 */
export function securityHeaders({ https }: { https: boolean }): MiddlewareHandler<Env> {
  const always = { ...fixed, ...(https && { 'strict-transport-security': `max-age=${oneYear}` }) }
  const defaultHeaders = { ...always, 'cache-control': 'no-store' }
  return async (c, next) => {
    c.set('defaultHeaders', defaultHeaders)
    await next()
    if (c.res === c.get('builtResponse')) return
    const { headers } = c.res
    // A file may set a stricter policy.
    const policy = headers.get('content-security-policy') ?? contentPolicy
    for (const [name, value] of Object.entries(always)) headers.set(name, value)
    headers.set('content-security-policy', policy)
    // The older header knows no list of sites: where there is one, it would shut them out.
    if (framesSites.test(policy)) headers.delete('x-frame-options')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
}

const formPath = /^\/f\/([^/]+)\/?$/
const noOne = "frame-ancestors 'none'"

/** `/f/<slug>?embed=1` may be framed by the sites of the form; all other pages by none. */
export function framedForms(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const slug = formPath.exec(c.req.path)?.[1]
    if (slug === undefined || c.req.query('embed') !== '1') return
    const policy = c.res.headers.get('content-security-policy')
    if (!policy?.includes(noOne)) return
    const sites = await findSites(services, slug)
    if (sites.length > 0)
      c.res.headers.set('content-security-policy', policy.replace(noOne, `frame-ancestors ${sites.join(' ')}`))
  }
}

async function findSites(services: Services, slug: string): Promise<readonly string[]> {
  try {
    return await listFrameSites(services, decodeURIComponent(slug))
  } catch (error) {
    services.log.warn('frame_sites_unknown', { error: error instanceof Error ? error.name : 'unknown' })
    return []
  }
}
