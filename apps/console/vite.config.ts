import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups'
import { compressFiles, inlineTheme, preloadFont } from './document-plugins'
import { layerStyles } from './layer-plugin'
import { pageFiles } from './page-files-plugin'
import { publicPages } from './public-pages-plugin'
import { runtimeInLibrary } from './runtime-plugin'

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
  /[\\/](features[\\/].+[\\/-](contract|refusals|rules|permissions)|platform[\\/]shared[\\/](fields[\\/])?[\w-]+)\.ts(\?fields)?$/
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

const fieldsOnly = '?fields'
const importsOfKinds = /import \{([^}]*)\} from (["'])[^"']*\/fields\/(?:form-fields|field-schemas)\2;?/g
const reexportsOfShared = /export \* from (["'])([^"']*[/-](?:contract|rules))\1/g
const importsOfShared = /import \{([^}]*)\} from (["'])([^"']*[/-](?:contract|rules))\2;?/g

/**
 * A contract comes with the first page, for its statuses, and a module is in one file only: what its forms ask for would
 * come along. Who imports fields of it gets them from a copy, which holds nothing else that is read; in the contract
 * itself nobody reads them, and they are dropped.
 */
function splitFields(): Plugin {
  const dropped = new Set<string>()
  return {
    name: 'split-fields',
    apply: 'build',
    async resolveId(source, importer) {
      if (!source.endsWith(fieldsOnly)) return null
      const resolved = await this.resolve(source.slice(0, -fieldsOnly.length), importer)
      return resolved && { ...resolved, id: `${resolved.id}${fieldsOnly}` }
    },
    transform(code, id) {
      if (!/[\\/](features|platform|apps[\\/]console)[\\/]/.test(id)) return
      const split = code.replaceAll(importsOfShared, (whole, list: string, _quote, source: string) => {
        const names = list.split(',').filter((name) => name.trim() !== '')
        const fields = names.filter((name) => /Fields?$/.test(name.trim()))
        if (fields.length === 0) return whole
        const others = names.filter((name) => !fields.includes(name))
        const copy = id.endsWith('contract.ts') ? '' : `import {${fields.join()}} from "${source}${fieldsOnly}"; `
        return `${copy}import {${others.join()}} from "${source}";`
      })
      const isFirst = /(contract|rules|shared[\\/]text)\.ts$/.test(id)
      // A copy that re-exports another contract needs the copy of that one, too.
      if (id.endsWith(fieldsOnly))
        return { code: split.replaceAll(reexportsOfShared, `export * from $1$2${fieldsOnly}$1`), map: null }
      const drop = (_whole: string, list: string) => {
        for (const name of list.split(',')) if (name.trim() !== '') dropped.add(name.trim())
        return ''
      }
      const shaken = isFirst ? split.replaceAll(importsOfKinds, drop) : split
      return shaken === code ? undefined : { code: shaken, map: null }
    },
    generateBundle(_options, bundle) {
      const call = new RegExp(String.raw`(?<![\w$.])(?:${[...dropped].join('|')})\(`)
      for (const file of Object.values(bundle)) {
        const [found] = (file.type === 'chunk' && call.exec(file.code)) || []
        if (found) throw new Error(`${file.fileName} calls ${found} without its import: see splitFields`)
      }
    },
  }
}

const routeFile = (path: string) => `${root}src/routes/_dashboard/${path}.tsx?tsr-split=component---loader`

export default defineConfig({
  root,
  publicDir: `${root}public`,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a page asks for knows its lists: it comes with the page, not with the first one.
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
    splitFields(),
    preloadFont(),
    inlineTheme(`${root}theme.js`),
    runtimeInLibrary(),
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
