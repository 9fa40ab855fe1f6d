import { runServer } from './setup/run-server.mjs'

await runServer(['serve', ...process.argv.slice(2)])
