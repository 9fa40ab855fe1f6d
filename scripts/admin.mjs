import { runServer } from './setup/run-server.mjs'

await runServer(['admin', ...process.argv.slice(2)])
