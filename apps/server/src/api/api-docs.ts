import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { apiDocument } from '@quaff/features/read-api/server'
import { product, requireUser, type Services } from '@quaff/platform/server'
import type { Env } from '../edge/env'
import { router } from '../router'
import { openContext } from './open-context'

const forOnePerson = { 'cache-control': 'private, no-store' }
const oneHour = 'public, max-age=3600'
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const page = (title: string, initializerPath: string) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="icon" href="/api/docs/favicon-32x32.png">',
    '<link rel="stylesheet" href="/api/docs/swagger-ui.css">',
    '</head>',
    '<body>',
    '<div id="api"></div>',
    '<script src="/api/docs/swagger-ui-bundle.js"></script>',
    `<script src="${initializerPath}"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
// A separate file, because the content policy allows no inline script. Groups are collapsed: rendering 200 expanded
// operations takes many seconds.
const initializer = (url: string, docExpansion: 'none' | 'list') => `SwaggerUIBundle({
  url: '${url}',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: '${docExpansion}',
  filter: true,
  validatorUrl: null,
})\n`
const script = { 'content-type': 'text/javascript; charset=utf-8' }

/** OpenAPI document of the key API and a page to browse it. Public, because it contains no data. */
export function mountKeyDocs(app: Hono<Env>): void {
  const document = apiDocument()
  app.get('/v1/openapi.json', (c) => c.json(document, 200, { 'cache-control': oneHour }))
  app.get('/v1/docs', (c) => c.html(page(`${product.name} API`, '/v1/docs/initialize.js')))
  app.get('/v1/docs/initialize.js', (c) => c.body(initializer('/v1/openapi.json', 'list'), 200, script))
}

/** The OpenAPI document of the typed API, and a page to browse it, all from our own origin; for signed-in people. */
export function mountApiDocs(app: Hono<Env>, services: Services): void {
  let document: Promise<object> | undefined
  const consolePage = page(`${product.name} API`, '/api/docs/initialize.js')
  app.get('/api/openapi.json', async (c) => {
    requireUser((await openContext(c, services)).actor)
    return c.json(await (document ??= generateDocument(services.settings.release.version)), 200, forOnePerson)
  })
  app.get('/api/docs', async (c) => {
    const { actor } = await openContext(c, services)
    return actor.kind === 'user' ? c.html(consolePage, 200, forOnePerson) : c.redirect('/auth/login')
  })
  app.get('/api/docs/initialize.js', (c) => c.body(initializer('/api/openapi.json', 'none'), 200, script))
  app.get('/api/docs/:asset', async (c, next) => {
    const name = c.req.param('asset')
    const type = Object.hasOwn(assets, name) ? assets[name] : undefined
    if (type === undefined) return next()
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    return c.body(new Uint8Array(await readFile(join(folder, name))), 200, {
      'content-type': type,
      'cache-control': oneHour,
    })
  })
}

async function generateDocument(version: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(router, {
    info: {
      title: `${product.name} API`,
      version,
      description: 'API used by the console. Sign in first, or send a session token as a bearer token.',
    },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    security: [{ session: [] }],
  })
}
