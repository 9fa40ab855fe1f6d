import type { Context, Hono } from 'hono'
import { findInvitation, followLink } from '@quaff/features/affiliates/server'
import type { FindInvitation } from '@quaff/features/marketing/contract'
import type { Services } from '@quaff/platform/server'
import type { Env } from './edge/env'

/** Mounts `/r/<slug>`, which redirects only to our own paths (G37) and counts nothing. */
export function mountShortLinks(app: Hono<Env>, services: Services) {
  const follow = async (c: Context<Env>) => {
    const slug = (c.req.param('rest') ?? '').replace(/\/+$/, '')
    c.header('cache-control', 'no-store')
    return c.redirect(withCampaign(await followLink(services, slug), new URL(c.req.url).searchParams), 302)
  }
  // Also with an extra slash, as typed from paper, so that no one ends on the console's sign-in page.
  app.get('/r', follow)
  app.get('/r/:rest{[\\s\\S]*}', follow)
}

const campaignLength = 1_000
/** The link decides about these. */
const ownNames = new Set(['via', 'code'])

/** Adds the parameters of a campaign, such as `utm_source`, for the statistics of the page. Nothing stores them. */
function withCampaign(target: string, added: URLSearchParams) {
  const [path = '', search = ''] = target.split('?')
  const all = new URLSearchParams(search)
  for (const [name, value] of added) if (!ownNames.has(name.toLowerCase())) all.append(name, value)
  const query = all.toString()
  return query === search || query.length > campaignLength ? target : `${path}?${query}`
}

/** Returns who sent the invitation, for the page that a link leads to. */
export const invitationsOf =
  (services: Services): FindInvitation =>
  async (code) => {
    const invitation = await findInvitation(services, code)
    return invitation && { code: invitation.code, inviter: invitation.from }
  }
