import type { Context, Hono } from 'hono'
import { findInvitation, followLink } from '@quaff/features/affiliates/server'
import type { FindInvitation } from '@quaff/features/marketing/contract'
import type { Services } from '@quaff/platform/server/context'
import type { Env } from './edge/env'

/** `/r/<slug>` only redirects, to a path of our own (G37): whoever fetches it ahead of time counts nothing. */
export function mountShortLinks(app: Hono<Env>, services: Services): void {
  const follow = async (c: Context<Env>) => {
    const slug = (c.req.param('rest') ?? '').replace(/\/+$/, '')
    c.header('cache-control', 'no-store')
    return c.redirect(await followLink(services, slug), 302)
  }
  // Also with a slash too many, as addresses are typed from paper: nobody ends up at the sign-in of the console.
  app.get('/r', follow)
  app.get('/r/:rest{[\\s\\S]*}', follow)
}

/** Who invited, for the page that an address leads to. */
export const invitationsOf =
  (services: Services): FindInvitation =>
  async (code) => {
    const invitation = await findInvitation(services, code)
    return invitation && { code: invitation.code, inviter: invitation.from }
  }
