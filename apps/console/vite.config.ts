import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { pageFiles } from './page-files-plugin'
import { publicPages } from './public-pages-plugin'

const root = fileURLToPath(new URL('.', import.meta.url))
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'
const serverPaths = [
  '/rpc',
  '/api',
  '/files',
  '/us-central1',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/r/',
]

const pureFiles = /[\\/](features[\\/].+[\\/](contract|rules|permissions)|platform[\\/]shared[\\/][\w-]+)\.ts$/
const harmless = /^(Literal|Identifier|TemplateLiteral|ArrowFunctionExpression|FunctionExpression)$/

/**
 * Contracts are imported for their types, statuses and limits. Their schemas are values that bundlers keep, since each
 * is made by a call; these files are pure by rule, so a constant that nobody reads may go, and the schema library with it.
 * A constant of which another one reads a property stays: `fields.name` would keep the library, `...fields` does not.
 */
function dropUnreadSchemas(): Plugin {
  return {
    name: 'drop-unread-schemas',
    apply: 'build',
    transform(code, id) {
      if (!pureFiles.test(id)) return
      const constants = this.parse(code).body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
      })
      let marked = code
      for (const { init } of constants.toReversed()) {
        if (!init || harmless.test(init.type)) continue
        const value = `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
        marked = marked.slice(0, init.start) + value + marked.slice(init.end)
      }
      return { code: marked, map: null }
    },
  }
}

/** The first words on the screen need the Latin font at once: asked for by the document, not first by the style sheet. */
function preloadFont(): Plugin {
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

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const entry = `${root}src/main.tsx`
const frame = `${root}src/routes/_dashboard/route.tsx?tsr-split=component`
/** Modules of ours that come with a file, whatever it is loaded for; libraries and what is imported on demand not counted. */
function collectModules(starts: readonly string[], graph: Graph, found = new Set<string>()): Set<string> {
  for (const id of starts) {
    if (found.has(id) || id.includes('node_modules')) continue
    found.add(id)
    collectModules(graph.getModuleInfo(id)?.importedIds ?? [], graph, found)
  }
  return found
}

/** What every page loads, and what every page of the frame loads, are one file each: dozens of tiny ones compress badly. */
function loadedWith(name: string, file: string) {
  let modules: Set<string> | undefined
  return (id: string, graph: Graph) => {
    modules ??= collectModules([file], graph)
    return /\.tsx?$/.test(id) && id !== file && modules.has(id) ? name : null
  }
}

export default defineConfig({
  root,
  publicDir: `${root}public`,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${root}src/routes`,
      generatedRouteTree: `${root}src/route-tree.gen.ts`,
      tmpDir: `${root}../../node_modules/.cache/router`,
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    dropUnreadSchemas(),
    preloadFont(),
    pageFiles(),
    publicPages(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: api, changeOrigin: false }])),
  },
  build: {
    outDir: `${root}../../dist/console`,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Half of the icons are drawn on many pages: one file of them costs less than dozens of tiny ones.
            {
              name: 'icons',
              test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](icons|createReactComponent)/,
              minShareCount: 3,
            },
            // Many queries at once are asked by a single panel of analytics, which brings that part along itself.
            {
              name: 'library',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/](?!.*(useQueries|queriesObserver))/,
            },
            { name: 'styles', test: /@mantine[\\/]core[\\/]esm[\\/]core[\\/]/, minShareCount: 20 },
            { name: loadedWith('start', entry) },
            { name: loadedWith('frame', frame) },
            { name: 'skeleton', test: /platform[\\/]console[\\/]display[\\/]skeleton\.tsx$/ },
            // What stands around every list; the dashboard shows its empty and failed states without any of it.
            {
              name: 'list',
              test: /platform[\\/]console[\\/]list[\\/](filter-chips|filters[\\/](?!search-values)|list-tabs|list-toolbar|columns-menu|sort-menu|export-menu|data-table|table[\\/])/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
})
