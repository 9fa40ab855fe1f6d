import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups'
import { compressFiles, inlineTheme, preloadFont } from './document-plugins'
import { layerStyles } from './layer-plugin'
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

const pureFiles = /[\\/](features[\\/].+[\\/](contract|refusals|rules|permissions)|platform[\\/]shared[\\/][\w-]+)\.ts$/
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

const routeFile = (path: string) => `${root}src/routes/_dashboard/${path}.tsx?tsr-split=component`

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
    layerStyles(`${root}../../platform/console/theme/base.css`),
    dropUnreadSchemas(),
    preloadFont(),
    inlineTheme(`${root}theme.js`),
    pageFiles(),
    compressFiles(),
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
    // Browsers that run this code know the hint by themselves.
    modulePreload: { polyfill: false },
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups({
            entry: `${root}src/main.tsx`,
            frame: routeFile('route'),
            dashboard: routeFile('dashboard'),
            list: routeFile('merchants/index'),
          }),
        },
      },
    },
  },
})
