import './waitlist.css'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createRoot } from 'react-dom/client'
import type { ApiContract } from '@quaff/features/api'
import { readJoinAddress, type JoinApi } from '@quaff/features/waitlists/console/join-api-widget'
import { JoinWaitlist } from '@quaff/features/waitlists/console/join-waitlist-widget'
import { rememberedCode } from './arrival'
import { holdPost, noteStart } from './held-post'
import { createPublicLink } from './public-link'

type PublicApi = ContractRouterClient<Pick<ApiContract, 'mailbox' | 'waitlists'>>

const purpose = 'waitlist'

function createJoinApi(): JoinApi {
  const { mailbox, waitlists }: PublicApi = createORPCClient(createPublicLink())
  return {
    open: (slug, ref) => noteStart(waitlists.openJoinPage({ slug, ref })),
    openPlace: (slug, token) => waitlists.openPlace({ slug, token }),
    mailCode: (email) => mailbox.requestCode({ email, purpose }),
    checkCode: (email, code) => mailbox.checkCode({ email, purpose, code }),
    join: (input) => holdPost(input.startToken, () => waitlists.join(input)),
    openInvitation: (input) => waitlists.openInvitation(input),
    acceptInvitation: (input) => waitlists.acceptInvitation(input),
  }
}

/** The prerendered content is the same for each list and can be replaced. */
export function startWaitlist(container: Element): void {
  const opened = readJoinAddress(window.location)
  if (opened.place !== undefined) hidePlace()
  const address = { ...opened, affiliateCode: opened.affiliateCode ?? rememberedCode() }
  createRoot(container).render(<JoinWaitlist api={createJoinApi()} address={address} />)
}

/** A visitor who copies the URL must not share their own place. */
function hidePlace(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete('place')
  window.history.replaceState(window.history.state, '', address)
}
