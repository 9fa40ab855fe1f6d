import { RPCLink } from '@orpc/client/fetch'

/** Public pages read no cookie: whoever is signed in is a stranger here like everybody else. */
export function createPublicLink() {
  return new RPCLink({
    url: `${window.location.origin}/rpc`,
    headers: { 'x-quaff-client': 'public' },
    fetch: (request, init) => fetch(request, { ...init, credentials: 'omit' }),
  })
}
