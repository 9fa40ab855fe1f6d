import type { Hono } from 'hono'
import { followLink } from '@quaff/features/affiliates/server'
import type { Services } from '@quaff/platform/server/context'
import type { Env } from './edge/env'

/** `/r/<slug>` only redirects, to a path of our own (decision 37): whoever fetches it ahead of time counts nothing. */
export function mountShortLinks(app: Hono<Env>, services: Services): void {
  app.get('/r/:slug', async (c) => {
    c.header('cache-control', 'no-store')
    return c.redirect(await followLink(services, c.req.param('slug')), 302)
  })
}
