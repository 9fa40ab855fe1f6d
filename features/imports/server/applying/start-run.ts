import type { Services } from '@quaff/platform/server/context'
import { hashConfigId, type HashConfig } from '@quaff/platform/server/passwords/hash-config'
import type { SourceFiles, Spool } from '@quaff/platform/server/ports'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { CheckReport } from '../../contract'
import { importRefusals } from '../../refusals'
import type { ImportOptions } from '../../runs/contract'
import { checkSources, type CheckListener } from '../checking/check-sources'
import { holdAlone } from '../runs/hold-place'
import { findRunning, insertRun, saveOptions, saveState } from '../runs/run-store'

export type RunStart = {
  source: string
  options: Omit<ImportOptions, 'hashConfigId'>
  startedBy: string | null
  /** Where the server will look for it when people sign in: never in the database. */
  keepHashConfig(config: HashConfig): Promise<void>
}

/** Reads everything once more and puts it in order; from then on `applyRun` can go on by itself, whatever happens. */
export async function startRun(
  services: Services,
  files: SourceFiles,
  spoolOf: (runId: string) => Spool,
  { source, options: chosen, startedBy, keepHashConfig }: RunStart,
  listener: CheckListener,
): Promise<{ runId: string; report: CheckReport; spool: Spool }> {
  const running = await findRunning(services.db)
  if (running) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const runId = services.ids.newId('imp')
  const startedAt = services.clock.now()
  const options: ImportOptions = { ...chosen, hashConfigId: services.passwords.borrowedFrom }
  let found: HashConfig | null = null
  await insertRun(services.db, { id: runId, state: 'reading', source, options, startedAt, startedBy })
  const spool = spoolOf(runId)
  await spool.clear()
  try {
    const report = await checkSources(files, {
      ...listener,
      hashConfig: (config) => void (found = config),
      document: (kind, document) => spool.add(kind ?? 'others', JSON.stringify(document)),
    })
    await spool.close()
    const needsInstant = report.collections.some(({ kind, read }) => kind === 'subscriptions' && read > 0)
    if (needsInstant && options.paidUntil === null) throw refuse(importRefusals, 'PAID_UNTIL')
    const configId = await chooseHashConfig(services, found, keepHashConfig)
    await saveOptions(services.db, runId, { ...options, hashConfigId: configId })
    await inTransaction(services, async (tx) => {
      await holdAlone(tx, runId)
      await saveState(tx, runId, 'writing', null)
    })
    return { runId, report, spool }
  } catch (error) {
    await spool.remove()
    await saveState(services.db, runId, 'stopped', services.clock.now())
    throw error
  }
}

/** Of the settings among the files and those that are kept here already: two different ones would let nobody in for sure. */
async function chooseHashConfig(
  { passwords: { borrowedFrom } }: Services,
  found: HashConfig | null,
  keep: RunStart['keepHashConfig'],
): Promise<string | null> {
  if (!found) return borrowedFrom
  const id = hashConfigId(found)
  if (borrowedFrom !== null && borrowedFrom !== id) throw refuse(importRefusals, 'HASH_SETTINGS')
  if (borrowedFrom === null) await keep(found)
  return id
}
