import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'
const serverPaths = ['/rpc', '/api', '/us-central1', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics']

const schemaPackages = ['zod', '@orpc/contract']
const ownShared = /[\\/](features[\\/].+[\\/](contract|rules|permissions)|platform[\\/]shared[\\/][\w-]+)\.ts$/
const callStart = /(?<![\w.$'"`@/-])(?!(?:if|for|while|switch|return|function|catch|typeof)\b)[a-zA-Z_]\w*(?:\.\w+)*(?=\()/g

/** Our contracts get inert schema builders; libraries keep the real ones. */
function leaveSchemasOut(): Plugin {
  return {
    name: 'leave-schemas-out',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !schemaPackages.includes(source) || !ownShared.test(importer)) return
      return `${root}src/inert-schema.ts`
    },
    transform(code, id) {
      // These files are pure by rule: a call whose result nobody uses may go.
      if (ownShared.test(id)) return { code: code.replace(callStart, '/* @__PURE__ */ $&'), map: null }
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
    leaveSchemasOut(),
    preloadFont(),
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
            { name: 'library', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/ },
          ],
        },
      },
    },
  },
})
