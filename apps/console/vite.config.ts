import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'
const serverPaths = ['/rpc', '/api', '/us-central1', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics']

/** Contracts are read by the console for their types, statuses and limits; the schemas themselves stay on the server. */
const schemaBuilders = ['z', 'oc', 'procedure', 'eventIterator', 'pageOf', 'post', 'get']

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
      treeshake: { manualPureFunctions: schemaBuilders },
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
