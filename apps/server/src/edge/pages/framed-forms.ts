import type { MiddlewareHandler } from 'hono'
import { listFrameSites } from '@quaff/features/signup-forms/server'
import type { Services } from '@quaff/platform/server/context'
import type { Env } from '../env'

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
