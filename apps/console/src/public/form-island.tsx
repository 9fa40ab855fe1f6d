import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { ApiContract } from '@quaff/features/api'
import { AnswerPage } from '@quaff/features/signup-forms/answering/console/answer-page-widget'
import { slugOf, type AnsweringApi } from '@quaff/features/signup-forms/answering/console/answering-api-widget'
import { rememberedCode } from './arrival'
import { drawIsland } from './draw-island'
import { holdPost, noteStart } from './held-post'
import { createPublicLink, uploadPicture } from './public-link'

type PublicApi = ContractRouterClient<Pick<ApiContract, 'mailbox' | 'signupForms'>>

const purpose = 'signup_form'

function createAnsweringApi(): AnsweringApi {
  const { mailbox, signupForms }: PublicApi = createORPCClient(createPublicLink())
  return {
    open: (slug, isCounted) => noteStart(signupForms.open({ slug, isCounted })),
    noteStart: (slug) => signupForms.noteStart({ slug }),
    mailCode: (email) => mailbox.requestCode({ email, purpose }),
    checkCode: (email, code) => mailbox.checkCode({ email, purpose, code }),
    upload: uploadPicture,
    submit: (input) => holdPost(input.startToken, () => signupForms.submit(input)),
  }
}

export function startForm(container: Element): void {
  const slug = slugOf(window.location.pathname)
  const page = { api: createAnsweringApi(), slug, affiliateCode: rememberedCode(), isPreview: takePreview() }
  drawIsland(container, <AnswerPage {...page} />)
}

/** Removes the preview flag from the URL, so that a copied link counts views. */
function takePreview(): boolean {
  const { href } = window.location
  const address = new URL(href)
  if (address.searchParams.get('preview') !== '1') return false
  address.searchParams.delete('preview')
  window.history.replaceState(window.history.state, '', address)
  return true
}
