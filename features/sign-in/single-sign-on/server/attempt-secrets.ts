import type { Context } from '@quaff/platform/server/context'
import type { AttemptSecrets } from '@quaff/platform/server/ports'
import { singleSignOnPaths } from '../contract'

/** Whoever has one of the two, the address or the cookie, can make none of them. */
export function secretsOf(ctx: Context, browser: string, state: string): AttemptSecrets {
  const derive = (kind: string) => ctx.secrets.hash(`single_sign_on_${kind}:${JSON.stringify([browser, state])}`)
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Binds an attempt to the browser that began it. */
export const browserHashOf = ({ secrets }: Context, browser: string) =>
  secrets.hash(`single_sign_on_browser:${browser}`)

/** By our own settings: no host that a request names is ever believed. */
export const callbackOf = ({ settings }: Pick<Context, 'settings'>) =>
  `${settings.baseUrl}${singleSignOnPaths.callback}`
