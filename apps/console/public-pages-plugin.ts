import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Where the development server has what the build gives other names. */
const sources = { style: '/src/public/styles/site.css', script: '/src/public/site.ts', fonts: [] }

type Prerender = { previewPublicPage(path: string, baseUrl: string, assets: typeof sources): string | null }

/** Builds the public pages after the console; while developing it draws each when it is asked for. */
export function publicPages(): Plugin[] {
  return [
    {
      name: 'build-public-pages',
      apply: 'build',
      closeBundle: async () => void (await build({ configFile: `${root}vite.public.config.ts`, logLevel: 'warn' })),
    },
    {
      name: 'serve-public-pages',
      apply: 'serve',
      configureServer(server) {
        const draw = async (path: string, baseUrl: string) => {
          // The module is the one of this path: nothing else exports under it.
          const { previewPublicPage } = (await server.ssrLoadModule('/src/public/prerender.tsx')) as Prerender
          const html = previewPublicPage(path, baseUrl, sources)
          return html === null ? null : await server.transformIndexHtml(path, html)
        }
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost')
          draw(pathname, `http://${request.headers.host}`).then((html) => {
            if (html === null) return next()
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.end(html)
          }, next)
        })
      },
    },
  ]
}
