import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const target = from('../../dist/server')

export default defineConfig({
  root: from('.'),
  // Our own packages are sources and go into the bundle; npm packages stay where they are installed.
  ssr: { noExternal: [/^@quaff\//] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: target,
    emptyOutDir: true,
    rollupOptions: {
      input: {
        main: from('src/main.ts'),
        'empty-database': from('src/commands/empty-database.ts'),
        'pglite-worker': from('../../platform/server/adapters/pglite/pglite-worker.ts'),
        'workbook-worker': from('../../platform/server/list/workbook-worker.ts'),
      },
      // Everything in one folder: the migrations and the threads are found beside whichever file asks.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'copy-migrations',
      closeBundle: () => cpSync(from('../../database/migrations'), `${target}/migrations`, { recursive: true }),
    },
  ],
})
