import type { Refusals } from '@quaff/platform/shared/refusal'
import { linkLimits } from './contract'

const tooManyFormer = `A link keeps at most ${linkLimits.formerSlugs} former addresses. Make a new link instead.`

export const linkRefusals = {
  LINK: { code: 'NOT_FOUND', text: 'This link does not exist or is not yours.' },
  LINK_FIELD: { code: 'BAD_REQUEST', text: (fault: string) => fault },
  LINK_LIMIT: { code: 'CONFLICT', text: `A merchant has at most ${linkLimits.perMerchant} links.` },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'This address is taken. Choose another one.', field: 'slug' },
  CODE_TAKEN: { code: 'CONFLICT', text: 'This code is taken. Choose another one.', field: 'code' },
  SLUG_LIMIT: { code: 'CONFLICT', text: tooManyFormer, field: 'slug' },
} as const satisfies Refusals
