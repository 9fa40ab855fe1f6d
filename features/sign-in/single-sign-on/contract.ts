import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

/** Paths for browsers and for the provider's posts. No console page is below this folder. */
export const singleSignOnPaths = {
  start: '/auth/oidc/start',
  callback: '/auth/oidc/callback',
  logout: '/auth/oidc/backchannel-logout',
  /** The sign-in page: after each attempt, and after signing out at the provider. */
  login: '/auth/login',
} as const

export const singleSignOnLimits = {
  attemptMs: 10 * 60_000,
  /** Maximum length of the return path; a longer one is dropped. */
  fromLength: 2_000,
  /** Maximum size of a logout token. */
  logoutBytes: 64 * 1024,
} as const

/** In the fragment, which servers and logs do not receive. */
export const secondStepMark = 'second-step='

export const singleSignOnSchema = z.object({
  /** The button's text: "Continue with …". */
  name: z.string(),
  /** The signed-in user's link; null for anonymous callers. */
  link: z.object({ linkedAt: z.date(), lastUsedAt: z.date() }).nullable(),
})
export type SingleSignOn = z.infer<typeof singleSignOnSchema>

const get = route('GET', 'Single sign-on')
const post = route('POST', 'Single sign-on')

export const singleSignOnContract = {
  /** Null if no provider is set up. Public, because the sign-in page reads it. */
  singleSignOn: get('/sign-in/single-sign-on', 'Single sign-on availability').output(singleSignOnSchema.nullable()),
  /** Needs a recent sign-in. The next sign-in at the provider links again if the email is verified there. */
  unlinkSingleSignOn: post('/sign-in/single-sign-on/unlink', 'Unlink single sign-on')
    .input(z.strictObject({}).optional())
    .output(z.object({ success: z.literal(true) })),
}
