import { dirname } from 'node:path'
import { runCommand } from '../../setup/run-step.mjs'

const recommended = '24'
const oldest = '20.19'

/** The end of the supported versions that this process does not run on. */
export const otherVersion = (version = process.versions.node) =>
  version.startsWith(`${recommended}.`) ? oldest : recommended

/** Resolves with the folder of that Node, downloaded by npm if needed, or with the reason why it is missing. */
export async function findOtherNode() {
  const version = otherVersion()
  const { code, output } = await runCommand('npx', ['-y', `node@${version}`, '-p', 'process.execPath'])
  const path = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0) return { version, reason: `npm could not download Node ${version}` }
  return { version, folder: dirname(path) }
}
