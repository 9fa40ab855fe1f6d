import type { Context } from 'hono'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Env } from '../env'

const brotliQuality = 9

type Encoding = 'br' | 'gzip' | 'identity'
export type StoredAnswer = {
  /** Includes the ETag for revalidation. */
  headers: Readonly<Record<string, string>>
  compressible: boolean
  read(encoding: Encoding): Promise<Buffer>
}

/** Bytes that are given out many times: compressed once for each way that browsers take it, unless `packed` is that already. */
export function storeAnswer(
  content: Buffer,
  headers: Record<string, string>,
  compressible = true,
  packed?: Buffer,
): StoredAnswer {
  const bodies: Partial<Record<Encoding, Promise<Buffer>>> = { identity: Promise.resolve(content) }
  if (packed) bodies.br = Promise.resolve(packed)
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return {
    headers: { ...headers, etag, vary: 'Accept-Encoding' },
    compressible,
    read: (encoding) => (bodies[encoding] ??= compress(content, encoding)),
  }
}

export async function giveAnswer(c: Context<Env>, answer: StoredAnswer, status = 200): Promise<Response> {
  const headers = new Headers(answer.headers)
  if (status === 200 && isKnown(c.req.header('if-none-match'), answer.headers['etag']))
    return new Response(null, { status: 304, headers })
  const encoding = answer.compressible ? chooseEncoding(c.req.header('accept-encoding')) : 'identity'
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const body = await answer.read(encoding)
  headers.set('content-length', String(body.length))
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers })
}

/** A proxy that compresses makes the mark a weak one; a browser may name several. */
function isKnown(requested = '', etag = '') {
  return requested.split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag)
}

function compress(content: Buffer, encoding: Encoding) {
  if (encoding === 'gzip') return promisify(gzip)(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return promisify(brotliCompress)(content, { params })
}

function chooseEncoding(accepted = '') {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase())
  const takes = (name: string) =>
    names.some((entry) => entry === name || (entry.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(entry)))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
