import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Examined } from '../../environment'
import { readSecrets } from '../../settings/secrets-file'
import { longestStopMs } from '../stopping/stop-times'
import { fail, ok, warn, type Check, type Finding } from './check'

/** Of Kubernetes, and of most that came after it. */
const usualPatienceSeconds = 30
/** So few different characters are typed, not drawn. */
const fewestCharacters = 10

export function settingsChecks(examined: Examined): Check[] {
  return [
    {
      name: 'settings',
      look: async () => judgeSettings(examined),
      advice: 'Compare the variables with the list in README.md.',
    },
    {
      name: 'address',
      look: async () => judgeAddress(examined),
      advice: 'Set BASE_URL to the https address that people open.',
    },
    {
      name: 'session secret',
      look: () => judgeSessionSecret(examined),
      advice: 'Restore secrets.json from a backup, or set SESSION_SECRET.',
    },
    {
      name: 'stop',
      look: async () => judgeStop(examined),
      advice: 'Compare DRAIN_SECONDS and STOP_SECONDS with the list in README.md.',
    },
  ]
}

function judgeSettings({ faults, missing, isProduction, settings }: Examined): Finding {
  if (faults.length > 0)
    return fail(
      faults.map(({ name, message }) => `${name} ${message}`).join('; '),
      'Put these variables right; no command starts before.',
    )
  if (missing.length === 0) return ok('every variable that `serve` needs is there and well formed')
  const seen = `\`serve\` would not start without ${missing.join(', ')}`
  const advice = 'Set them as docs/operations.md shows.'
  if (isProduction) return fail(seen, advice)
  return settings.database.kind === 'postgres' ? warn(seen, advice) : ok(`for trying it (\`npm start\`); ${seen}`)
}

function judgeAddress({ settings: { baseUrl, trustedProxies }, isProduction }: Examined): Finding {
  if (baseUrl.startsWith('https:') && trustedProxies.length === 0)
    return warn(
      `${baseUrl}, and TRUSTED_PROXIES is empty: all people behind the proxy share one rate limit`,
      'Set TRUSTED_PROXIES to the address of the proxy that ends https.',
    )
  if (baseUrl.startsWith('https:')) return ok(baseUrl)
  const seen = `${baseUrl}, which only this machine can open`
  return isProduction ? fail(seen, 'Set BASE_URL to the https address that people open.') : ok(seen)
}

/** What the process itself cannot know is how long its supervisor waits. */
function judgeStop({ settings }: Examined): Finding {
  const seconds = longestStopMs(settings) / 1_000
  const seen = `takes ${seconds} s at most: ${settings.drainMs / 1_000} s of DRAIN_SECONDS, ${settings.stopMs / 1_000} s of STOP_SECONDS, and a moment to close`
  if (seconds <= usualPatienceSeconds) return ok(seen)
  return warn(
    `${seen}; orchestrators kill after ${usualPatienceSeconds} s unless they are told otherwise`,
    'See that whoever stops the server waits longer: TimeoutStopSec, stop_grace_period, terminationGracePeriodSeconds.',
  )
}

async function judgeSessionSecret({ settings, faults }: Examined): Promise<Finding> {
  if (faults.some(({ name }) => name === 'SESSION_SECRET'))
    return fail(
      'SESSION_SECRET cannot be used',
      'Set it to the output of `openssl rand -base64 48`, once, and keep it.',
    )
  if (settings.sessionSecret !== null) return judgeRandomness(settings.sessionSecret)
  const path = join(settings.dataFolder, 'secrets.json')
  const kept = await readSecrets(settings.dataFolder)
  if (!kept) return ok(`none yet: the first start makes one in ${path}`)
  const { mode } = await lstat(path)
  if (mode & 0o077)
    return warn(
      `in ${path}, which other users of this machine can read`,
      `Take that right from them: chmod 600 ${path}`,
    )
  return ok(`in ${path}`)
}

function judgeRandomness(secret: string): Finding {
  if (new Set(secret).size >= fewestCharacters) return ok('from SESSION_SECRET')
  return warn(
    'SESSION_SECRET has so few different characters that it can be guessed',
    'Set it to the output of `openssl rand -base64 48`; everybody signs in anew then.',
  )
}
