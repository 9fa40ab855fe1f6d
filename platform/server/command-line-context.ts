import { anonymous } from './actor'
import type { Context, Services } from './context'

/** Of whoever runs a command on the server's own machine: no account, no cookies, and named as such in the audit log. */
export function commandLineContext(services: Services): Context {
  return {
    ...services,
    actor: anonymous,
    request: { requestId: 'command-line', network: 'command-line', userAgent: 'command-line', browser: null },
    cookies: { setSession: () => {}, clearSession: () => {}, setBrowser: () => {} },
  }
}
