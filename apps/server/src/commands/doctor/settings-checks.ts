import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Examined } from '../../environment'
import { readSecrets } from '../../settings/secrets-file'
import { longestStopMs } from '../shut-down'
import { fail, ok, warn, type Check } from './check'

/** The default of Kubernetes and most supervisors. */
const usualPatienceSeconds = 30
/** So few different characters were typed, not generated. */
const fewestCharacters = 10

export function settingsChecks(examined: Examined): Check[] {
  return [
    { name: 'settings', run: async () => judgeSettings(examined), advice: 'Check the variables against README.md.' },
    { name: 'address', run: async () => judgeAddress(examined), advice: 'Set BASE_URL to the public https URL.' },
    {
      name: 'session secret',
      run: () => judgeSessionSecret(examined),
      advice: 'Restore secrets.json from a backup, or set SESSION_SECRET.',
    },
    {
      name: 'stop',
      run: async () => judgeStop(examined),
      advice: 'Check DRAIN_SECONDS and STOP_SECONDS against README.md.',
    },
  ]
}

function judgeSettings({ errors, missing, isProduction, settings }: Examined) {
  if (errors.length > 0)
    return fail(
      errors.map(({ name, message }) => `${name} ${message}`).join('; '),
      'Correct these variables; no command starts until then.',
    )
  if (missing.length === 0) return ok('all variables that `serve` needs are set and valid')
  const seen = `\`serve\` also needs ${missing.join(', ')}`
  const advice = 'Set them as shown in docs/operations/install.md.'
  if (isProduction) return fail(seen, advice)
  return settings.database.kind === 'postgres' ? warn(seen, advice) : ok(`fine for a trial; ${seen}`)
}

function judgeAddress({ settings: { baseUrl, trustedProxies }, isProduction }: Examined) {
  if (baseUrl.startsWith('https:') && trustedProxies.length === 0)
    return warn(
      `${baseUrl}; TRUSTED_PROXIES is empty, so everyone behind the proxy shares one rate limit`,
      'Set TRUSTED_PROXIES to the IP address of your https proxy.',
    )
  if (baseUrl.startsWith('https:')) return ok(baseUrl)
  const seen = `${baseUrl}, reachable from this machine only`
  return isProduction ? fail(seen, 'Set BASE_URL to the public https URL.') : ok(seen)
}

/** The process cannot know how long its supervisor waits. */
function judgeStop({ settings }: Examined) {
  const seconds = longestStopMs(settings) / 1_000
  const seen = `up to ${seconds} s: DRAIN_SECONDS ${settings.drainMs / 1_000} s, STOP_SECONDS ${settings.stopMs / 1_000} s, then closing`
  if (seconds <= usualPatienceSeconds) return ok(seen)
  return warn(
    `${seen}; orchestrators kill after ${usualPatienceSeconds} s by default`,
    'Raise TimeoutStopSec, stop_grace_period or terminationGracePeriodSeconds.',
  )
}

async function judgeSessionSecret({ settings, errors }: Examined) {
  if (errors.some(({ name }) => name === 'SESSION_SECRET'))
    return fail('SESSION_SECRET is invalid', 'Set it to the output of `openssl rand -base64 48` and keep it.')
  if (settings.sessionSecret !== null) return judgeRandomness(settings.sessionSecret)
  const path = join(settings.dataFolder, 'secrets.json')
  const kept = await readSecrets(settings.dataFolder)
  if (!kept) return ok(`none yet; created on first start in ${path}`)
  const { mode } = await lstat(path)
  if (mode & 0o077) return warn(`in ${path}, readable by other users of this machine`, `chmod 600 ${path}`)
  return ok(`in ${path}`)
}

function judgeRandomness(secret: string) {
  if (new Set(secret).size >= fewestCharacters) return ok('from SESSION_SECRET')
  return warn(
    'SESSION_SECRET has too few different characters to be safe',
    'Set it to the output of `openssl rand -base64 48`. Everyone must sign in again.',
  )
}
