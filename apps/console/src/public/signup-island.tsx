import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { ReactNode } from 'react'
import type { ApiContract } from '@quaff/features/api'
import { ApplyFlow } from '@quaff/features/signup/console/apply-flow-widget'
import { ExistingAccount } from '@quaff/features/signup/console/existing-widget'
import { Processing } from '@quaff/features/signup/console/processing-widget'
import type { GoTo, SignupApi } from '@quaff/features/signup/console/signup-api-widget'
import { Success } from '@quaff/features/signup/console/success-widget'
import { rememberedCode } from './arrival'
import { drawIsland } from './draw-island'
import { holdPost, noteStart } from './held-post'
import { createPublicLink } from './public-link'

type PublicApi = ContractRouterClient<Pick<ApiContract, 'mailbox' | 'signup'>>

function createSignupApi(): SignupApi {
  const { mailbox, signup }: PublicApi = createORPCClient(createPublicLink())
  return {
    open: () => noteStart(signup.open()),
    mailCode: (email, purpose) => mailbox.requestCode({ email, purpose }),
    checkCode: (email, purpose, code) => mailbox.checkCode({ email, purpose, code }),
    readConversion: (proof, kind) => signup.conversion({ proof, kind }),
    submit: (input, signal) => holdPost(input.startToken, () => signup.submit(input, { signal }), signal),
  }
}

const goTo: GoTo = (path, how) => {
  if (how === 'replace') window.location.replace(path)
  else window.location.assign(path)
}

export function startSignup(container: HTMLElement): void {
  const { part, support: supportLink = '' } = container.dataset
  drawIsland(container, partOf(part, supportLink))
}

function partOf(part: string | undefined, supportLink: string): ReactNode {
  const shared = { api: createSignupApi(), goTo, supportLink }
  if (part === 'processing') return <Processing {...shared} />
  if (part === 'existing') return <ExistingAccount />
  if (part === 'success') return <Success supportLink={supportLink} />
  const kind = part === 'convert' ? 'convert' : 'signup'
  return <ApplyFlow {...shared} kind={kind} affiliateCode={rememberedCode()} />
}
