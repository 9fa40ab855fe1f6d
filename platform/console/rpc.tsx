import { createORPCClient, DynamicLink, type ClientLink } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'

type RpcLink = ClientLink<Record<never, never>>

let currentLink: RpcLink | undefined

/** Called once by the app before anything is rendered. */
export function setRpcLink(link: RpcLink) {
  currentLink = link
}

const lazyLink = new DynamicLink<Record<never, never>>(() => {
  if (!currentLink) throw new Error('setRpcLink must be called before the first request')
  return currentLink
})

/** Query and mutation options of one router, with keys taken from the contract's own paths. */
export function createApi<TContract extends AnyContractRouter>(name: string) {
  const client: ContractRouterClient<TContract> = createORPCClient(lazyLink, { path: [name] })
  return createTanstackQueryUtils(client, { path: [name] })
}
