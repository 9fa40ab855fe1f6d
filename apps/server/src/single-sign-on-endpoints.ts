import type { Context, Hono } from 'hono'
import { beginSingleSignOn, completeSingleSignOn, endProviderSessions } from '@quaff/features/sign-in/server'
import { singleSignOnPaths } from '@quaff/features/sign-in/single-sign-on/contract'
import { loginAddress } from '@quaff/features/sign-in/single-sign-on/rules'
import { anonymous, type Services } from '@quaff/platform/server'
import { openContext } from './api/open-context'
import type { Env } from './edge/env'
import { logUnexpected } from './edge/error-mapper'

/**
 * Mounts the endpoints if single sign-on is configured. Browsers open them as links, so errors also end on a page
 * that explains them.
 */
export function mountSingleSignOn(app: Hono<Env>, services: Services) {
  const { identityProvider: provider } = services
  if (!provider) return
  const { start, callback, logout } = singleSignOnPaths
  app.get(start, (c) =>
    lead(c, services, async () =>
      beginSingleSignOn(await openContext(c, services), provider, { from: c.req.query('from') }),
    ),
  )
  app.get(callback, (c) =>
    lead(c, services, async () =>
      completeSingleSignOn(await openContext(c, services), provider, new URL(c.req.url).searchParams),
    ),
  )
  /** The provider itself: it has no session here, and proves by its token who it is. */
  app.post(logout, async (c) => {
    const ctx = { ...services, actor: anonymous, request: c.get('request'), cookies: c.get('cookies') }
    const token = new URLSearchParams(await c.req.text()).get('logout_token') ?? ''
    await endProviderSessions(ctx, provider, token)
    return c.body(null, 200)
  })
}

async function lead(c: Context<Env>, services: Services, findAddress: () => Promise<string>) {
  try {
    return c.redirect(await findAddress(), 302)
  } catch (error) {
    logUnexpected(services.log, error, c.get('request').requestId)
    return c.redirect(loginAddress({ from: null, why: 'failed' }), 302)
  }
}
