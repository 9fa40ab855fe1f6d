import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { compressFiles, layerStyles, pageFiles, preloadFont, publicPages } from './build-plugins'
import { chunkGroups } from './chunk-groups'

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
  '/auth/oidc/',
]

const pureFiles =
  /[\\/](features[\\/].+[\\/-](contract|refusals|rules|permissions)|platform[\\/]shared[\\/](fields[\\/])?[\w-]+)\.ts$/
const harmless = /^(Literal|Identifier|TemplateLiteral|ArrowFunctionExpression|FunctionExpression)$/

/**
 * The console imports contracts for types, statuses and limits, but bundlers keep their schemas, because calls make them.
 * These files are pure by rule, so unread constants may go. A top-level `const { … } = call()` keeps its call.
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

/** Classes of a file share one hash, such as `root_x4Qe`, because this compresses better than Vite's names. */
function classNameOf(name: string, file: string): string {
  const path = normalizePath(relative(root, file.split('?')[0] ?? file))
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

const routeFile = (path: string) => `${root}src/routes/_dashboard/${path}.tsx?tsr-split=component---loader`

export default defineConfig({
  root,
  publicDir: `${root}public`,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader needs its lists, so it is bundled with the page and not with the entry.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
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
    pageFiles(),
    compressFiles(),
    publicPages(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: api, changeOrigin: false }])),
  },
  css: { modules: { generateScopedName: classNameOf } },
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
            list: routeFile('merchants.index'),
            soon: [
              `${root}src/frame/commands/palette.tsx`,
              `${root}../../features/merchants/console/merchant-row-menu.tsx`,
            ].map((file) => normalizePath(resolve(file))),
          }),
        },
      },
    },
  },
})
