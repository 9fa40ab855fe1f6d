import type { BackupDraft } from '@quaff/platform/server/adapters/backups/backup-folder'
import { backupFormat, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import type { TreeCopy } from '@quaff/platform/server/adapters/backups/tree-copy'

type Details = Omit<BackupManifest, 'format' | 'totalBytes' | 'folders' | 'files'>

/** Writes the manifest and gives the backup its final name. */
export async function sealBackup(draft: BackupDraft, copy: TreeCopy, details: Details): Promise<BackupManifest> {
  const { folders, files } = await copy.seal()
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const manifest = { format: backupFormat, ...details, totalBytes, folders, files } satisfies BackupManifest
  await draft.finish(manifest)
  return manifest
}
