import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** Preloads the Latin font from the document, so that the first text does not wait for the style sheet. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

const compressed = /\.(js|css)$/

/** Smaller files gain almost nothing from the best compression. */
const leastBytes = 4_096

/** The best compression takes a second for the largest file: done once here, not for the first who asks. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const pack = async (name: string, content: string | Uint8Array) => {
        const bytes = Buffer.from(content)
        if (bytes.length >= leastBytes) await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes))
      }
      const files = Object.values(bundle).filter(({ fileName }) => compressed.test(fileName))
      await Promise.all(files.map((file) => pack(file.fileName, file.type === 'chunk' ? file.code : file.source)))
    },
  }
}

const sheet = /[\\/]platform[\\/]console[\\/](?!theme[\\/])([\w-]+)[\\/].+\.css$/

/** Large and rarely needed, so it loads with the map, which is then measured again. */
const ofTheMap = /\.leaflet-container\b/
const named = /@layer ([\w-]+(?:,\s*[\w-]+)*)/g

/**
 * Puts each style sheet of the kit into the layer of its folder, in the order of `declaring`, so that the result does
 * not depend on the loading order. All of them load at the start, because adding a layer later makes browsers measure
 * all text again. Style sheets of features are in no layer, which wins over every layer.
 */
export function layerStyles(declaring: string): Plugin {
  const [order = []] = readLayers(readFileSync(declaring, 'utf8'))
  return {
    name: 'layer-styles',
    enforce: 'pre',
    transform(code, id) {
      const [, layer] = sheet.exec(id) ?? []
      return layer === undefined ? undefined : { code: `@layer ${layer} {\n${code}\n}`, map: null }
    },
    generateBundle(_options, bundle) {
      // Layers rank in the order of their first mention, so the declaration must come before any rule.
      const first = Object.values(bundle).find(
        (file) => file.type === 'asset' && /@layer base\b/.test(String(file.source)),
      )
      const found = [...new Set(readLayers(first?.type === 'asset' ? String(first.source) : '').flat())]
      if (found.join() !== order.join())
        throw new Error(`Layers come as ${found.join(', ')}, not as declared: main.tsx imports ${declaring} first`)
      const late = Object.values(bundle).find(
        (file) =>
          file.type === 'asset' &&
          file !== first &&
          file.fileName.endsWith('.css') &&
          /@layer\b/.test(String(file.source)) &&
          !ofTheMap.test(String(file.source)),
      )
      if (late) throw new Error(`${late.fileName} brings a layer after the start: see chunk-groups.ts`)
    },
  }
}

const readLayers = (css: string) => [...css.matchAll(named)].map(([, names = '']) => names.split(/,\s*/))

const page = /\/src\/routes\/_dashboard\/(.+)\.tsx\?tsr-split=component---loader$/
const frame = 'route'
const routeFile = /\/src\/routes\/(?!__root|.*\$|(?:.*\/)?route\.tsx)(?:_dashboard\/)?(.+)\.tsx$/
const pathOf = (route: string) => `/${route.replaceAll('.', '/').replace(/(?:^|\/)index$/, '')}`

/**
 * Lists the files that each page of the frame needs, so that the server can name them in the document and they load
 * in parallel. `pages.json` maps a path such as "/merchants" to its list, and each other address to an empty one.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const collect = (file: string, found = new Set<string>()): Set<string> => {
        if (!found.has(file)) {
          found.add(file)
          for (const imported of byFile.get(file)?.imports ?? []) collect(imported, found)
        }
        return found
      }
      const entry = chunks.find((chunk) => chunk.isEntry)
      const named = entry ? collect(entry.fileName) : new Set<string>()
      const routes = chunks.flatMap((chunk) => {
        // A chunk may contain several pages; each of them needs the chunk's files.
        const found = chunk.moduleIds.flatMap((id) => page.exec(id)?.[1] ?? [])
        return found.map((route) => ({ route, files: collect(chunk.fileName) }))
      })
      const around = routes.find(({ route }) => route === frame)?.files ?? []
      const pages = routes
        .filter(({ route }) => route !== frame)
        .map(({ route, files }) => [
          pathOf(route),
          [...new Set([...around, ...files])].filter((file) => !named.has(file)).toSorted(),
        ])
      const addresses = chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => routeFile.exec(id)?.[1] ?? []))
      const others = Object.fromEntries(addresses.map((route) => [pathOf(route), []]))
      this.emitFile({
        type: 'asset',
        fileName: '.vite/pages.json',
        source: JSON.stringify({ ...others, ...Object.fromEntries(pages) }),
      })
    },
  }
}

/** The development server's paths of files that the build renames. */
const sources = { style: '/src/public/styles/site.css', script: '/src/public/site.ts', fonts: [] }

type Prerender = { previewPublicPage(path: string, baseUrl: string, assets: typeof sources): string | null }

/** Builds the public pages after the console; in development each page is rendered on request. */
export function publicPages(): Plugin[] {
  const root = fileURLToPath(new URL('.', import.meta.url))
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
