import { runServer } from './setup/run-server.mjs'

/** `node scripts/run.mjs <mode> …`: one mode of the server, such as `start`, `serve` or `rotate-bank-keys`. */
await runServer(process.argv.slice(2))
