import { migrate } from '@quaff/database/migrate'
import { BackupError, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import type { ServerSettings } from '../../environment'
import type { OpenServices } from '../../services'
import { requireHashConfig } from '../../settings/require-hash-config'
import { requireBankKeys } from '../require-bank-keys'
import { reportChain } from '../verify-audit'
import { countRows } from './describe-database'

/** Verifies that the restored data equals the backup and is usable. Migrates an older schema. */
export async function checkRestored(
  { services, pool, direct }: OpenServices,
  settings: ServerSettings,
  { rowCounts, auditHead }: BackupManifest,
  print: (line: string) => void,
): Promise<void> {
  // First: a migration may add rows.
  if (rowCounts) refuseDifferences(rowCounts, await countRows(pool), print)
  else print('✓ rows  Not counted when this backup was made; all checksums match')
  await migrate(direct)
  await requireBankKeys(services)
  await requireHashConfig(services, settings)
  await reportChain(services, auditHead, print)
}

function refuseDifferences(
  noted: Record<string, number>,
  found: Record<string, number>,
  print: (line: string) => void,
): void {
  const names = [...new Set([...Object.keys(noted), ...Object.keys(found)])].toSorted()
  const different = names.filter((name) => noted[name] !== found[name])
  if (different.length > 0)
    throw new BackupError(
      [
        'The restored database doesn’t match the backup:',
        ...different.map((name) => `  ${name}: ${found[name] ?? 'no'} rows, expected ${noted[name] ?? 'none'}`),
      ].join('\n'),
    )
  const rows = Object.values(found).reduce((sum, count) => sum + count, 0)
  print(`✓ rows  ${names.length} tables, ${rows.toLocaleString('en-US')} rows, as in the backup`)
}
