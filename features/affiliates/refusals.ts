import type { Refusals } from '@quaff/platform/shared/refusal'
import { linkLimits } from './contract'

const tooManyFormer = `A link keeps up to ${linkLimits.formerSlugs} former links. Create a new link instead.`

export const linkRefusals = {
  LINK: { code: 'NOT_FOUND', text: 'Link not found, or you don’t have access.' },
  LINK_FIELD: { code: 'BAD_REQUEST', text: (error: string) => error },
  LINK_LIMIT: { code: 'CONFLICT', text: `A merchant can have up to ${linkLimits.perMerchant} links.` },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'This link is taken. Choose another.', field: 'slug' },
  CODE_TAKEN: { code: 'CONFLICT', text: 'This code is taken. Choose another.', field: 'code' },
  SLUG_LIMIT: { code: 'CONFLICT', text: tooManyFormer, field: 'slug' },
} as const satisfies Refusals
