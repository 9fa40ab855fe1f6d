import type { Context } from '@quaff/platform/server/context'
import type { SingleSignOn } from '../contract'
import { findLink } from './link-store'

/** Strangers read the name on the button, and whoever is signed in the own link besides. */
export async function findSingleSignOn({ actor, db, identityProvider }: Context): Promise<SingleSignOn | null> {
  if (!identityProvider) return null
  const { name, issuer } = identityProvider
  const link = actor.kind === 'user' ? await findLink(db, actor.userId, issuer) : null
  return { name, link: link && { linkedAt: link.linkedAt, lastUsedAt: link.lastUsedAt } }
}
