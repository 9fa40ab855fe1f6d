import { runCommand } from '../../setup/run-step.mjs'
import { findProgram } from './find-program.mjs'

export const canInstallSystemPackages = () => process.getuid?.() === 0 && Boolean(findProgram('apt-get'))

/** Returns true if the Debian package is installed afterwards. */
export async function installSystemPackage(name) {
  if (!canInstallSystemPackages()) return false
  console.log(`Installing the system package ${name} with apt-get …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { code, output } = await runCommand(
    'apt-get',
    ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', name],
    { env },
  )
  if (code !== 0) console.log(output.trim().split('\n').slice(-3).join('\n'))
  return code === 0
}
