import type { MiddlewareHandler } from 'hono'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Env } from './env'
import { errorResponse } from './error-response'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.txt', '.svg'])
const immutable = 'public, max-age=31536000, immutable'
const apiPath = /^\/(api|rpc|us-central1)(\/|$)/
const brotliQuality = 9

type Encoding = 'br' | 'gzip' | 'identity'
type StaticFile = {
  type: string
  etag: string
  cacheControl: string
  compressible: boolean
  read(encoding: Encoding): Promise<Buffer>
}

/**
 * The built console. The files are listed once, so a request can only name one of these. Any other address is a page
 * of the console, unless it looks like a file or belongs to an API.
 */
export function staticFiles(folder: string): MiddlewareHandler<Env> {
  const paths = listFiles(folder)
  const open = new Map<string, Promise<StaticFile>>()
  const find = (path: string) => {
    const file = paths.get(path)
    if (file === undefined) return undefined
    const opened = open.get(path) ?? openFile(path, file)
    open.set(path, opened)
    return opened
  }
  return async (c) => {
    const { method, path } = c.req
    const readable = method === 'GET' || method === 'HEAD'
    const file =
      readable && !apiPath.test(path)
        ? await (find(path) ?? (isPage(path) ? find('/index.html') : undefined))
        : undefined
    if (!file) return errorResponse(c, notFound)
    const encoding = file.compressible ? chooseEncoding(c.req.header('accept-encoding')) : 'identity'
    const headers = new Headers({
      'content-type': file.type,
      'cache-control': file.cacheControl,
      etag: file.etag,
      vary: 'Accept-Encoding',
    })
    if (c.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    const body = await file.read(encoding)
    headers.set('content-length', String(body.length))
    return new Response(method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
}

const notFound = {
  status: 404,
  code: 'NOT_FOUND',
  reason: 'PATH',
  message: 'There is nothing at this address.',
  unexpected: false,
}

/** The last part of a page's address has no dot; `/logo.png` is a file, there or not. No page hides behind a dot. */
function isPage(path: string): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.') && !path.includes('/.')
}

function listFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  const named = files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file] as const)
  // The build keeps its own notes in a folder with a dot.
  return new Map(named.filter(([path]) => !path.includes('/.')))
}

async function openFile(path: string, file: string): Promise<StaticFile> {
  const content = await readFile(file)
  const bodies: Partial<Record<Encoding, Promise<Buffer>>> = { identity: Promise.resolve(content) }
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    // Names in this folder change with their content; the page that names them is asked for anew each time.
    cacheControl: path.startsWith('/assets/') ? immutable : 'no-cache',
    compressible: compressible.has(extname(file)),
    read: (encoding) => (bodies[encoding] ??= compress(content, encoding)),
  }
}

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return promisify(brotliCompress)(content, { params })
}

function chooseEncoding(accepted = ''): Encoding {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase())
  const takes = (name: string) =>
    names.some((entry) => entry === name || (entry.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(entry)))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
