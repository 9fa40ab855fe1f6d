import { join } from 'node:path'
import { build } from 'vite'
import { rootFolder } from '../setup/root-folder.mjs'

/**
 * Once before the server tests: each worker thread as one file (`server-setup.ts` names the folder). Read by tsx in each
 * thread, the sources took half of the time of an opening.
 */
export default async function buildThreads() {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: join(rootFolder, 'node_modules/.cache/quaff/threads'),
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: {
        input: {
          'pglite-worker': join(rootFolder, 'platform/server/adapters/pglite/pglite-worker.ts'),
          'workbook-worker': join(rootFolder, 'platform/server/list/workbook-worker.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}
