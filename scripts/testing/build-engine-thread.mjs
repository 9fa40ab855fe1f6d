import { join } from 'node:path'
import { build } from 'vite'
import { rootFolder } from '../setup/root-folder.mjs'

/**
 * Once before the server tests: the thread of the embedded database as one file (`server-setup.ts` names it). Read by tsx
 * in each thread, its sources took half of the time of an opening.
 */
export default async function buildEngineThread() {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(rootFolder, 'platform/server/adapters/pglite/pglite-worker.ts'),
      outDir: join(rootFolder, 'node_modules/.cache/quaff/engine'),
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'pglite-worker.mjs' } },
    },
  })
}
