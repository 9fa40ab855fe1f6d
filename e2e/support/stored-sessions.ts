import type { BrowserContext } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preparedFolder } from './own-server'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

export const sessionFile = (label: string) => join(preparedFolder(), `session-${label}.json`)

/** The cookies of a session that was opened for this role before all journeys. */
export function storedSession(label: string): Cookies {
  return JSON.parse(readFileSync(sessionFile(label), 'utf8')) as Cookies
}
