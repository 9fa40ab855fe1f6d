import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

/** Where browsers go, and where the provider posts to. The console's own pages have no address below the folder. */
export const singleSignOnPaths = {
  start: '/auth/oidc/start',
  callback: '/auth/oidc/callback',
  logout: '/auth/oidc/backchannel-logout',
  /** The sign-in page: after each attempt, and after signing out at the provider. */
  login: '/auth/login',
} as const

export const singleSignOnLimits = {
  attemptMs: 10 * 60_000,
  /** Of the address to go on to afterwards; a longer one is forgotten. */
  fromLength: 2_000,
  /** Of a token that ends sessions. */
  logoutBytes: 64 * 1024,
} as const

/** Named in the fragment, which no server is told and no log keeps. */
export const secondStepMark = 'second-step='

export const singleSignOnSchema = z.object({
  /** As on the button: "Continue with …". */
  name: z.string(),
  /** Of whoever is signed in; null for strangers too. */
  link: z.object({ linkedAt: z.date(), lastUsedAt: z.date() }).nullable(),
})
export type SingleSignOn = z.infer<typeof singleSignOnSchema>

const get = route('GET', 'Single sign-on')
const post = route('POST', 'Single sign-on')

export const singleSignOnContract = {
  /** Null where no provider is set up. Open to everybody: the sign-in page asks. */
  singleSignOn: get('/sign-in/single-sign-on', 'Single sign-on availability').output(singleSignOnSchema.nullable()),
  /** Needs a recent sign-in. The next sign-in at the provider links anew, where it vouches for the address. */
  unlinkSingleSignOn: post('/sign-in/single-sign-on/unlink', 'Unlink single sign-on')
    .input(z.strictObject({}).optional())
    .output(z.object({ success: z.literal(true) })),
}
