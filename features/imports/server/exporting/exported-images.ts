import type { Services } from '@quaff/platform/server/context'
import type { TargetFiles } from '@quaff/platform/server/ports'

/** One at a time; the keys of those that the store does not have. */
export async function copyImages(
  { files }: Pick<Services, 'files'>,
  target: TargetFiles,
  keys: readonly string[],
): Promise<string[]> {
  const missing: string[] = []
  for (const key of keys) {
    const bytes = await files.get(key)
    if (bytes) await target.write(`storage/${key}`, bytes)
    else missing.push(key)
  }
  return missing
}
