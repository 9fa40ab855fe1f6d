import { diskFileStore } from '@quaff/platform/server/adapters/files/disk-file-store'
import { s3FileStore } from '@quaff/platform/server/adapters/files/s3-file-store'
import type { FileStore } from '@quaff/platform/server/ports'
import type { FileStoreSettings } from './file-store-settings'

export function openFileStore(settings: FileStoreSettings): FileStore {
  return settings.kind === 's3' ? s3FileStore(settings) : diskFileStore(settings.folder)
}
