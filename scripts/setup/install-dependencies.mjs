import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInstall } from './choose-install.mjs'
import { rootFolder } from './root-folder.mjs'
import { runStep, StepFailed } from './run-step.mjs'

const modulesFolder = join(rootFolder, 'node_modules')
const lockFile = join(rootFolder, 'package-lock.json')
const stampFile = join(modulesFolder, '.quaff-lock')
const npmRecord = join(modulesFolder, '.package-lock.json')
const tools = ['@playwright/test', 'vitest', 'typescript'].map((name) => join(modulesFolder, name, 'package.json'))

/** npm writes its own record first and the lock file moments later. */
const npmWritesMs = 5000
const quiet = ['--no-audit', '--no-fund']

/**
 * Installs from the lock file what is not there yet. `program`: what building and running it need, half of everything;
 * `everything`: the tools of tests and checks too, added to a program that is there.
 */
export async function installDependencies(what = 'everything') {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  const choice = chooseInstall({ what, lock, stamp, isRecorded: isRecorded(), hasTools: hasTools() })
  if (choice !== 'nothing') refuseLinkedFolder()
  if (choice === 'fresh') await installFresh(what)
  if (choice === 'add') await addTools(lock)
  const known = choice === 'nothing' && stamp.startsWith(lock)
  if (!known) writeFileSync(stampFile, `${lock} ${hasTools() ? 'everything' : 'program'}`)
}

async function installFresh(what) {
  console.log('Installing packages from package-lock.json (about 30 seconds the first time)…')
  rmSync(stampFile, { force: true })
  const dev = what === 'program' ? '--omit=dev' : '--include=dev'
  await runStep('Packages installed', 'npm', ['ci', dev, ...quiet])
}

/** Keeps what is installed: without a network npm reverts its changes, and the program still starts. */
async function addTools(lock) {
  console.log('Installing test tools from package-lock.json…')
  writeFileSync(stampFile, `${lock} adding`)
  try {
    await runStep('Tools installed', 'npm', ['install', '--no-save', '--include=dev', ...quiet])
  } catch (error) {
    writeFileSync(stampFile, `${lock} program`)
    throw error
  }
}

function isRecorded() {
  return existsSync(npmRecord) && statSync(npmRecord).mtimeMs + npmWritesMs >= statSync(lockFile).mtimeMs
}

function hasTools() {
  return tools.every((file) => existsSync(file))
}

/** `npm ci` follows the link and empties the folder behind it, which belongs to another checkout. */
function refuseLinkedFolder() {
  if (!lstatSync(modulesFolder, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StepFailed(
    'Packages installed',
    'node_modules is a link to another folder. Remove the link and run this again.',
  )
}
