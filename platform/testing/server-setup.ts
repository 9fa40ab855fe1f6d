import { afterAll } from 'vitest'
import { runThreadsFrom } from '@quaff/platform/server/threads'
import { closeTestDatabases } from './test-database'

// Built by `scripts/testing/build-threads.mjs`.
runThreadsFrom((name) => new URL(`../../node_modules/.cache/quaff/threads/${name}.mjs`, import.meta.url))

afterAll(closeTestDatabases)
