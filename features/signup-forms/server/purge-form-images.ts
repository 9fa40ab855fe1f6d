import type { Services } from '@quaff/platform/server/context'
import { answeringLimits } from '../answering/contract'
import { deleteLooseUpload, listLooseUploads, type StoredUpload } from './upload-store'

const batch = 100

/** Pictures that no form was sent with for a day: the file first, then its row. */
export async function purgeFormImages(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - answeringLimits.looseImageMs)
  const uploads = await listLooseUploads(services.db, before, batch)
  for (const upload of uploads) await removeUpload(services, upload)
  if (uploads.length > 0) services.log.info('form_images_purged', { count: uploads.length })
  if (uploads.length === batch) await purgeFormImages(services)
}

export async function removeUpload(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { id, fileKey }: Pick<StoredUpload, 'id' | 'fileKey'>,
): Promise<void> {
  await files.remove(fileKey)
  await deleteLooseUpload(db, id)
}
