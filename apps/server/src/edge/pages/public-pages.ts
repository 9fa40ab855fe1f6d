import type { MiddlewareHandler } from 'hono'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPages as pages, type PageDetails } from '@quaff/features/marketing/contract'
import { fillPage, findPublicPage, readInviteCode, robotsText, sitemapText } from '@quaff/features/marketing/rules'
import type { Env } from '../env'
import { giveAnswer, storeAnswer, type StoredAnswer } from './stored-answer'

/** Stricter than the console's, which needs style attributes. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': contentPolicy,
}

/** Limits the cache, because each code has its own page. */
const mostAnswers = 100

type ReadDetails = (inviteCode: string | null) => Promise<PageDetails>

/** Serves the prerendered pages with runtime data, and files for crawlers. Passes on all other paths. */
export function publicPages(folder: string, readDetails: ReadDetails): MiddlewareHandler<Env> {
  const templates = readTemplates(join(folder, '.pages'))
  const answers = new Map<string, StoredAnswer>()
  return async (c, next) => {
    const { method, path } = c.req
    const page = findPublicPage(path)
    const template = page && templates.get(page.id)
    const write = template === undefined ? crawlerTexts[path] : (details: PageDetails) => fillPage(template, details)
    if (!write || (method !== 'GET' && method !== 'HEAD')) return next()
    const details = await readDetails(page?.id === 'affiliate' ? readInviteCode(c.req.query('code')) : null)
    const key = JSON.stringify([page?.id ?? path, details])
    const answer =
      answers.get(key) ?? storeAnswer(Buffer.from(write(details)), page ? pageHeaders : crawlerHeaders(path))
    if (answers.size >= mostAnswers) answers.clear()
    answers.set(key, answer)
    return giveAnswer(c, answer)
  }
}

const crawlerTexts: Readonly<Record<string, (details: PageDetails) => string>> = {
  '/robots.txt': ({ baseUrl }) => robotsText(baseUrl ?? ''),
  '/sitemap.xml': ({ baseUrl }) => sitemapText(baseUrl ?? ''),
}

const crawlerHeaders = (path: string) => ({
  'content-type': path.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
  'cache-control': 'no-cache',
})

/** Missing where the console was not built, as in development. */
function readTemplates(folder: string) {
  const files = pages.map(({ id }) => [id, join(folder, `${id}.html`)] as const)
  return new Map(files.filter(([, file]) => existsSync(file)).map(([id, file]) => [id, readFileSync(file, 'utf8')]))
}
