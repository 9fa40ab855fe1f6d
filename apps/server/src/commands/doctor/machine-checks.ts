import type { Clock } from '@quaff/platform/server'
import { readDisk } from '@quaff/platform/server/adapters/files/disk-room'
import type { Examined } from '../../environment'
import { existingPart } from '../../settings/start-error'
import { fail, ok, warn, type Check } from './check'

/** The same as in package.json. */
const oldestNode = { major: 20, minor: 19 }
/** Last days of the security fixes of nodejs.org. Odd versions get them for half a year only. */
const lastFixes: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
}
const megabyte = 1_048_576
const room = { warnBelow: 1_024 * megabyte, failBelow: 100 * megabyte }

export type Machine = { nodeVersion: string; clock: Clock; migrationTimes: readonly number[] }

export function machineChecks({ settings }: Examined, machine: Machine): Check[] {
  return [
    { name: 'node', run: async () => judgeNode(machine), advice: 'Install a newer Node from https://nodejs.org.' },
    {
      name: 'clock',
      run: async () => judgeClock(machine, settings.timeZone),
      advice: 'Set the machine’s clock with NTP.',
    },
    {
      name: 'disk',
      run: () => judgeDisk(settings.dataFolder),
      advice: 'Set DATA_DIR to a folder this user can access.',
    },
  ]
}

function judgeNode({ nodeVersion: version, clock }: Machine) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
  if (!isNew)
    return fail(
      `${version}, older than ${oldestNode.major}.${oldestNode.minor}`,
      'Install Node 24 from https://nodejs.org.',
    )
  const last = lastFixes[major]
  if (last === undefined || clock.now().toISOString().slice(0, 10) <= last) return ok(version)
  return warn(`${version}, without security fixes since ${last}`, 'Install Node 24 from https://nodejs.org.')
}

/** Against itself: it cannot be earlier than what was made before this program. */
function judgeClock({ clock, migrationTimes }: Machine, timeZone: string) {
  const now = clock.now()
  const seen = `${now.toISOString()}, platform time zone ${timeZone}, machine ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`
  if (now.getTime() >= Math.max(...migrationTimes)) return ok(seen)
  return fail(`${seen}; earlier than this version’s release`, 'Set this machine’s clock with NTP.')
}

async function judgeDisk(folder: string) {
  const there = await existingPart(folder)
  const { freeBytes: free, totalBytes } = await readDisk(there)
  const inMb = (bytes: number) => `${Math.floor(bytes / megabyte).toLocaleString('en-US')} MB`
  const seen = `${inMb(free)} of ${inMb(totalBytes)} free at ${there}`
  if (free >= room.warnBelow) return ok(seen)
  const advice = 'Free up disk space, or move DATA_DIR to a larger disk.'
  return free < room.failBelow ? fail(seen, advice) : warn(seen, advice)
}
