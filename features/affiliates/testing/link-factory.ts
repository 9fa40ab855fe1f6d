import type { Services } from '@quaff/platform/server'
import { affiliateLinks } from '../server/tables'

type LinkDetails = Partial<typeof affiliateLinks.$inferInsert>

/** A link of the platform to its home page, unless `facts` say otherwise. */
export async function insertLinkRow(services: Services, details: LinkDetails = {}) {
  const now = services.clock.now()
  const id = services.ids.newId('lnk')
  const unique = id.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const [row] = await services.db
    .insert(affiliateLinks)
    .values({
      id,
      name: 'Table tent',
      slug: unique,
      code: unique.toUpperCase().slice(0, 32),
      destination: 'home',
      createdAt: now,
      updatedAt: now,
      ...details,
    })
    .returning()
  if (!row) throw new Error('The link was not inserted.')
  return row
}
