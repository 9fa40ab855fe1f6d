import { onTestFinished, TestRunner } from 'vitest'
import type { RepeatTally, Services } from '@quaff/platform/server'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { DatabaseLiveBus } from '@quaff/platform/server/adapters/live/live-bus'
import { randomIds, nodeSecrets } from '@quaff/platform/server/adapters/random-ids'
import { capturedLog, type CapturedLog } from './captured-log'
import { fastPasswords } from './fast-passwords'
import { memoryFiles } from './files/memory-files'
import { memoryWorkbench } from './files/memory-workbench'
import { fixedClock, type FixedClock } from './fixed-clock'
import { createTestDatabase, type TestDatabase } from './test-database'

export type TestServices = Services & {
  clock: FixedClock
  log: CapturedLog
  database: TestDatabase
  stopLive(): Promise<void>
  close(): Promise<void>
}

export type TestServicesOverrides = Partial<Omit<Services, 'clock' | 'log' | 'db' | 'settings'>> & {
  clock?: FixedClock
  log?: CapturedLog
  database?: TestDatabase
  settings?: Partial<Services['settings']>
}

/** A change that runs again hides that two lock the same rows in other orders, which a test is there to find. */
const noRepeats: RepeatTally = {
  add: (code) => {
    throw new Error(`Two transactions got in each other's way (${code})`)
  },
  read: () => 0,
}

/**
 * Real adapters on a separate database; only the clock is fixed and hashing is cheap. Closed at the end of the test,
 * or of the file.
 */
export async function createTestServices(overrides: TestServicesOverrides = {}): Promise<TestServices> {
  const { settings, ...rest } = overrides
  const database = overrides.database ?? (await createTestDatabase())
  const log = overrides.log ?? capturedLog()
  const live = new DatabaseLiveBus({ db: database.db, log, pollMs: 100 })
  const close = async () => {
    await live.stop()
    await database.close()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(overrides.database ? () => live.stop() : close)
  return {
    clock: fixedClock(),
    ids: randomIds,
    live,
    passwords: fastPasswords(),
    secrets: nodeSecrets('a secret that only tests know, 32+'),
    files: memoryFiles(),
    workbench: memoryWorkbench(),
    fieldCipher: aesFieldCipher([{ id: 'test', key: Buffer.alloc(32, 7) }]),
    repeats: noRepeats,
    ...rest,
    log,
    database,
    db: database.db,
    settings: {
      baseUrl: 'http://127.0.0.1:3000',
      timeZone: 'UTC',
      consoleBuild: 'test',
      release: { version: '1.2.3', commit: '0123456789ab' },
      secureCookies: false,
      ...settings,
    },
    stopLive: () => live.stop(),
    close,
  }
}
