import { runServer } from './setup/run-server.mjs'

await runServer(['demo', ...process.argv.slice(2)])
