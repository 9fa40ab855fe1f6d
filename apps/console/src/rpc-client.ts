import { ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { reportNetwork } from '@quaff/features/sessions/console/live-widget'

/** Cross-site pages cannot set this header without asking first; the server refuses calls without it. */
const clientHeader = { 'x-quaff-client': 'console' } as const

interface RpcLinkOptions {
  /** The session has ended behind our back. */
  onUnauthorized: () => void
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function send(request: Request, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(request, { ...init, credentials: 'same-origin' })
    reportNetwork('up')
    return response
  } catch (error) {
    if (!isAbort(error)) reportNetwork('down')
    throw error
  }
}

export function createRpcLink({ onUnauthorized }: RpcLinkOptions) {
  return new RPCLink({
    url: `${window.location.origin}/rpc`,
    headers: clientHeader,
    fetch: (request, init) => send(request, init),
    interceptors: [
      async (options) => {
        try {
          return await options.next()
        } catch (error) {
          const outsideSignIn = !window.location.pathname.startsWith('/auth/')
          if (error instanceof ORPCError && error.code === 'UNAUTHORIZED' && outsideSignIn) onUnauthorized()
          throw error
        }
      },
    ],
  })
}

interface FileRequest {
  path: string
  body: unknown
  fileName: string
}

/** Fetches a generated file and hands it to the browser under `fileName`. */
export async function downloadFile({ path, body, fileName }: FileRequest): Promise<void> {
  const request = new Request(path, {
    method: 'POST',
    headers: { ...clientHeader, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await send(request, {})
  if (!response.ok) throw new Error(await readMessage(response))
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function readMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : 'The file could not be made. Try again.'
}
