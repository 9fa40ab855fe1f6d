import type { Services } from '@quaff/platform/server/context'
import { codeSchema, slugSchema } from '../contract'
import type { AffiliateInvitation } from '../landing/contract'
import { landingPath, linkStateAt, neutralPath, pathWithoutCode } from '../rules'
import { findLandingByCode, findLandingBySlug, type LandingLink } from './landing-store'

type Reader = Pick<Services, 'db' | 'clock'>

/** Returns the path that `/r/<slug>` leads to. A link that is not active leads to its destination without its code. */
export async function followLink(services: Reader, slug: string): Promise<string> {
  const parsed = slugSchema.safeParse(slug)
  const link = parsed.success ? await findLandingBySlug(services.db, parsed.data) : undefined
  if (!link) return neutralPath
  return isActive(services, link) ? landingPath(link) : pathWithoutCode(link)
}

/** Who stands behind a code; null for one that is unknown or not active. */
export async function findInvitation(services: Reader, code: string): Promise<AffiliateInvitation | null> {
  const link = await findActiveLink(services, code)
  if (!link) return null
  return { code: link.code, from: link.merchantName ?? link.name, merchantName: link.merchantName }
}

export async function findActiveLink(services: Reader, code: string): Promise<LandingLink | null> {
  const parsed = codeSchema.safeParse(code)
  const link = parsed.success ? await findLandingByCode(services.db, parsed.data) : undefined
  return link && isActive(services, link) ? link : null
}

const isActive = ({ clock }: Reader, link: LandingLink) => linkStateAt(link, clock.now()) === 'active'
