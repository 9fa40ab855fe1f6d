import type { InvitationTokenInput, InvitationView, JoinInput, JoinPage, Place } from '../join-contract'

/** Requests of the join page. Throws refusals. */
export type JoinApi = {
  open: (slug: string, ref?: string) => Promise<JoinPage>
  /** Null if the token is no longer valid. */
  openPlace: (slug: string, token: string) => Promise<Place | null>
  mailCode: (email: string) => Promise<unknown>
  /** The proof for `join`. */
  checkCode: (email: string, code: string) => Promise<{ token: string }>
  join: (input: JoinInput) => Promise<Place>
  openInvitation: (input: InvitationTokenInput) => Promise<InvitationView>
  acceptInvitation: (input: InvitationTokenInput) => Promise<InvitationView>
}

export type JoinAddress = {
  origin: string
  slug: string
  invite?: string
  /** Token from the email that opens the person's waitlist entry. */
  place?: string
  ref?: string
  affiliateCode?: string
}

const limits = { slug: 120, token: 256, code: 64 } as const

/** Anything too long to be ours reads as absent. */
export function readJoinAddress({
  origin,
  pathname,
  search,
}: Pick<Location, 'origin' | 'pathname' | 'search'>): JoinAddress {
  const query = new URLSearchParams(search)
  const read = (name: string, max: number) => {
    const text = query.get(name)
    return text === null || text === '' || text.length > max ? undefined : text
  }
  return {
    origin,
    slug: decode(pathname.split('/')[2] ?? '').slice(0, limits.slug),
    invite: read('invite', limits.token),
    place: read('place', limits.token),
    ref: read('ref', limits.code),
    affiliateCode: read('code', limits.code),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
