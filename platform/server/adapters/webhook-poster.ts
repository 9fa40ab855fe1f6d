import { lookup as lookUp, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isExternalUrl, isPublicAddress } from '../address-guard'
import type { WebhookResponse, WebhookRequestError, WebhookPoster } from '../ports'

const defaults = { timeoutMs: 15_000, mostBytes: 4_096 } as const

type PosterOptions = {
  isPrivateAllowed: boolean
  /** DNS lookup, replaced in tests. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>
  timeoutMs?: number
}

class RefusedAddress extends Error {}

/**
 * Sends one request on its own connection and ignores proxy settings. Checks the address that it connects to, so that
 * changing the DNS record between check and connection gains nothing.
 */
export function webhookPoster({ isPrivateAllowed, resolve = allAddresses, timeoutMs }: PosterOptions): WebhookPoster {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        const isRefused = !isPrivateAllowed && !addresses.every(({ address }) => isPublicAddress(address))
        if (!first || isRefused) done(new RefusedAddress(), '', 0)
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
  return {
    async post(request) {
      const begun = performance.now()
      const answered = (details: Omit<WebhookResponse, 'durationMs'>): WebhookResponse => ({
        ...details,
        durationMs: Math.round(performance.now() - begun),
      })
      if (!isExternalUrl(request.url, { isPrivateAllowed }))
        return answered({ status: null, error: 'ADDRESS', text: '' })
      const signal = AbortSignal.timeout(timeoutMs ?? defaults.timeoutMs)
      try {
        return answered({ ...(await send(request, { lookup, signal })), error: null })
      } catch (error) {
        return answered({ status: null, error: signal.aborted ? 'TIMEOUT' : errorOf(error), text: '' })
      }
    },
  }
}

type Request = Parameters<WebhookPoster['post']>[0]
type Sending = { lookup: LookupFunction; signal: AbortSignal }

function send({ url, headers, body }: Request, sending: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { ...sending, method: 'POST', headers, agent: false as const }
    const request = url.startsWith('https:') ? https.request(url, options) : http.request(url, options)
    request.on('error', reject)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let bytes = 0
      const finish = () => {
        resolve({ status, text: Buffer.concat(chunks).subarray(0, defaults.mostBytes).toString('utf8') })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= defaults.mostBytes) finish()
      })
      response.on('end', finish)
      response.on('error', reject)
    })
    request.end(body)
  })
}

const allAddresses = (hostname: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    lookUp(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

function errorOf(error: unknown): WebhookRequestError {
  if (error instanceof RefusedAddress) return 'ADDRESS'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return 'NAME'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'TLS' : 'CONNECTION'
}
