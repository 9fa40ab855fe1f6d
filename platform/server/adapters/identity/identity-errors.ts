import type { IdentityError } from '../../ports'

/** Errors of the library and of the network. */
const silent = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT', 'TimeoutError'])
/** Responses of a provider that is temporarily unable to work (RFC 6749, 4.1.2.1). */
const unable = new Set(['temporarily_unavailable', 'server_error'])

/** Uses names and codes only: messages of the library contain the provider's response. */
export function errorOf(error: unknown): IdentityError {
  const chain = causesOf(error)
  const codes = chain
    .flatMap(({ error: errorCode, code, name }) => [errorCode, code, name])
    .filter((one) => one !== undefined)
  const code = codes[0] ?? 'unknown'
  if (codes.includes('access_denied')) return { error: 'CANCELLED', code }
  const isAway =
    codes.some((one) => silent.has(one) || unable.has(one)) ||
    chain.some(({ status = 0, message }) => status >= 500 || message === 'fetch failed')
  return { error: isAway ? 'AWAY' : 'ANSWER', code }
}

type ErrorDetails = { error?: string; code?: string; name?: string; status?: number; message?: string }

function causesOf(error: unknown) {
  const chain: ErrorDetails[] = []
  let current = error
  while (current instanceof Error && chain.length < 5) {
    chain.push({
      error: textOf(current, 'error'),
      code: textOf(current, 'code'),
      name: current.name,
      message: current.message,
      status: statusOf(current),
    })
    current = current.cause
  }
  return chain
}

function textOf(error: Error, key: 'error' | 'code'): string | undefined {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined
}

/**
 * The response is in the error's cause. It is not an instance of our `Response`, because the server replaces that
 * global.
 */
function statusOf(error: Error) {
  const statuses = [error, error.cause].map((cause) =>
    typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined,
  )
  return statuses.find((status) => typeof status === 'number')
}
