import type { Queryable, Services } from '@quaff/platform/server'
import { findCounterZone, insertCounterZone, updateCounterZone, type CounterZone } from './platform-settings-store'

/** Returns the time zone of the counters. A database without one is assumed to use the current zone. */
export async function keepCounterZone({
  db,
  clock,
  settings,
}: Pick<Services, 'clock' | 'settings'> & { db: Queryable }): Promise<CounterZone> {
  const present = { timeZone: settings.timeZone, isComplete: true }
  await insertCounterZone(db, present, clock.now())
  return (await findCounterZone(db)) ?? present
}

/** `isComplete`: false while the counters are being rebuilt for it. */
export async function setCounterZone(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Queryable,
  { isComplete }: Pick<CounterZone, 'isComplete'>,
) {
  await updateCounterZone(db, { timeZone: settings.timeZone, isComplete }, clock.now())
}
