import type { Services } from '@quaff/platform/server/context'
import type { TargetFiles } from '@quaff/platform/server/ports'
import type { ExportedImage } from './image-keys-store'

/** One at a time; `missing`: the keys of those that the store does not have. */
export async function copyImages(
  { files }: Pick<Services, 'files'>,
  target: TargetFiles,
  images: readonly ExportedImage[],
): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = []
  // Venues may share one file of the old storage.
  const written = new Set<string>()
  for (const { key, name } of images) {
    if (written.has(name)) continue
    const bytes = await files.get(key)
    if (!bytes) {
      missing.push(key)
      continue
    }
    await target.write(name, bytes)
    written.add(name)
  }
  return { files: written.size, missing }
}
