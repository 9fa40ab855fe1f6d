import { runServer } from './setup/run-server.mjs'

await runServer(['start', ...process.argv.slice(2)])
