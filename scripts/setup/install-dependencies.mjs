import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { runStep, StepFailed } from './run-step.mjs'

const modulesFolder = join(rootFolder, 'node_modules')
const lockFile = join(rootFolder, 'package-lock.json')
const stampFile = join(modulesFolder, '.quaff-lock')
const npmRecord = join(modulesFolder, '.package-lock.json')

/** npm writes its own record first and the lock file moments later. */
const npmWritesMs = 5000

/**
 * Installs from the lock file unless node_modules already is what the lock file says. `program`: what building and running
 * it need, a third of everything; `everything`: the tools of tests and checks too.
 */
export async function installDependencies(what = 'everything') {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (isInstalled(lock, what)) return
  refuseLinkedFolder()
  console.log('Installing packages from package-lock.json (half a minute the first time) …')
  const dev = what === 'program' ? '--omit=dev' : '--include=dev'
  await runStep('Packages installed', 'npm', ['ci', dev, '--no-audit', '--no-fund'])
  writeFileSync(stampFile, `${lock} ${what}`)
}

function isInstalled(lock, what) {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === `${lock} everything` || stamp === `${lock} ${what}`) return true
  if (!existsSync(npmRecord) || statSync(npmRecord).mtimeMs + npmWritesMs < statSync(lockFile).mtimeMs) return false
  if (stamp.startsWith(lock) || (what === 'everything' && !existsSync(join(modulesFolder, '@playwright', 'test'))))
    return false
  // Somebody ran npm themselves after the lock file was last written.
  writeFileSync(stampFile, `${lock} ${what}`)
  return true
}

/** `npm ci` follows the link and empties the folder behind it, which belongs to another checkout. */
function refuseLinkedFolder() {
  if (!lstatSync(modulesFolder, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StepFailed(
    'Packages installed',
    'node_modules is a link to another folder: remove the link and run this again.',
  )
}
