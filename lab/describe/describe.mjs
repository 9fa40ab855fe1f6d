/**
 * Writes everything that a redesign must not change as JSON: `node lab/describe/describe.mjs CHECKOUT FOLDER`.
 * Needs a checkout with `node_modules`. Builds nothing and leaves no files in the checkout.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [checkout, output] = process.argv.slice(2)
if (!checkout || !output) {
  console.error('Usage: node lab/describe/describe.mjs CHECKOUT FOLDER')
  process.exit(2)
}
const root = resolve(checkout)
const folder = resolve(output)
mkdirSync(folder, { recursive: true })
const collector = join(dirname(fileURLToPath(import.meta.url)), 'collect.mjs')
const { status } = spawnSync(process.execPath, ['--import', 'tsx', collector, root, folder], {
  cwd: root,
  stdio: 'inherit',
  // The emails are JSX, and dates must be the same on every machine.
  env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.server.json'), TZ: 'UTC', NODE_ENV: 'test' },
})
process.exit(status ?? 1)
