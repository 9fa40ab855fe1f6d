import { afterAll } from 'vitest'
import { runEngineFrom } from '@quaff/platform/server/adapters/pglite/pglite-thread'
import { closeTestDatabases } from './test-database'

// Built by `scripts/testing/build-engine-thread.mjs`.
runEngineFrom(new URL('../../node_modules/.cache/quaff/engine/pglite-worker.mjs', import.meta.url))

afterAll(closeTestDatabases)
