import type { MiddlewareHandler } from 'hono'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Env } from '../env'
import { errorResponse } from '../error-response'
import { documentPolicy } from '../security-headers'
import { giveAnswer, storeAnswer, type StoredAnswer } from './stored-answer'

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
const document = '/index.html'
const packedEnding = '.br'
/** A probe or a program at a wrong address must fail: it would take the console's page for an answer. */
const apiPath =
  /^\/(api|rpc|us-central1|ingest|v1|webhooks|metrics|healthz?|healthy|health-?check|livez?|liveness|readyz?|readiness|ping|status)(\/|$)/

/**
 * The built console. Files are listed once, so a request can only name one of these. Any other path is a page of the
 * console, unless it looks like a file or belongs to an API. `images`: origin of pictures in the console.
 */
export function staticFiles(folder: string, images?: string): MiddlewareHandler<Env> {
  const paths = listFiles(folder)
  const open = new Map<string, Promise<StoredAnswer>>()
  const pages = readPages(folder)
  const documentOf = pageDocuments(pages)
  const exists = (path: string) => pages.size === 0 || pages.has(path.toLowerCase().replace(/\/$/, ''))
  const find = (path: string, page?: string) => {
    const file = paths.get(path)
    if (file === undefined) return undefined
    const change = page === undefined ? undefined : documentOf(page)
    const name = change ? `${path} ${page}` : path
    const opened = open.get(name) ?? openFile(path, file, images, change)
    open.set(name, opened)
    // A new build may have replaced the file since the list was read.
    return opened.catch((error: unknown) => {
      open.delete(name)
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
  }
  return async (c) => {
    const { method, path } = c.req
    const readable = method === 'GET' || method === 'HEAD'
    if (!readable || apiPath.test(path)) return errorResponse(c, notFound)
    const file = await find(path)
    if (file) return giveAnswer(c, file)
    const page = isPage(path) ? await find(document, path) : undefined
    // The console sends people on from an unknown address to `/`; programs read the status.
    return page ? giveAnswer(c, page, exists(path) ? 200 : 404) : errorResponse(c, notFound)
  }
}

const notFound = { status: 404, code: 'NOT_FOUND', reason: 'PATH', message: 'Page not found.', unexpected: false }

/** The last part of a page's address has no dot; `/logo.png` is a file, there or not. No page hides behind a dot. */
function isPage(path: string): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.') && !path.includes('/.')
}

function listFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  const named = files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file] as const)
  // The build writes its own notes to a dot folder, and compressed variants beside the files.
  return new Map(named.filter(([path]) => !path.includes('/.') && !path.endsWith(packedEnding)))
}

async function openFile(
  path: string,
  file: string,
  images?: string,
  change?: (html: string) => string,
): Promise<StoredAnswer> {
  const headers = {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    // File names in this folder change with their content; the document that names them is always revalidated.
    'cache-control': path.startsWith('/assets/') ? immutable : 'no-cache',
    // The console answers every address that is not a public page, including wrong ones; search engines must not index
    // them.
    ...(path === document && { 'x-robots-tag': 'noindex' }),
  }
  if (path === document) return storeDocument((await readFile(file)).toString(), headers, images, change)
  const packed = existsSync(file + packedEnding) ? await readFile(file + packedEnding) : undefined
  return storeAnswer(await readFile(file), headers, compressible.has(extname(file)), packed)
}

const inlineScript = /<script>([^<]*)<\/script>/g

function storeDocument(
  html: string,
  headers: Record<string, string>,
  images?: string,
  change = (text: string) => text,
): StoredAnswer {
  const hashes = [...html.matchAll(inlineScript)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
  const policy = { 'content-security-policy': documentPolicy(hashes, images) }
  return storeAnswer(Buffer.from(change(html)), { ...headers, ...policy })
}

/** Every address of the console with the files of its page. Empty in development, where nothing is built. */
function readPages(folder: string): ReadonlyMap<string, readonly string[]> {
  const notes = join(folder, '.vite', 'pages.json')
  // Written by our own build.
  return new Map(
    existsSync(notes) ? Object.entries(JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string[]>) : [],
  )
}

/**
 * Adds the page's files to the console's document, so that they load in parallel. Returns undefined for a path
 * without an entry, which gets the plain document.
 */
function pageDocuments(
  pages: ReadonlyMap<string, readonly string[]>,
): (path: string) => ((html: string) => string) | undefined {
  return (path) => {
    const files = pages.get(path) ?? []
    return files.length === 0
      ? undefined
      : (html) => html.replace('</head>', (end) => files.map(preload).join('') + end)
  }
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">\n  `
