import { basename } from 'node:path'
import { openSources } from '@quaff/features/imports/server'
import type { SourceFiles } from '@quaff/platform/server/ports'
import { SettingsError } from '../../environment'

/** The files of the import plus a file that assigns ids to its documents. */
export async function withIds(files: SourceFiles, map: SourceFiles, path: string): Promise<SourceFiles> {
  const [source, ...others] = await openSources(map)
  if (source?.format.kind !== 'ids' || others.length > 0)
    throw new SettingsError(`${path} has no IDs. The first line must have the columns document and id`)
  // The suffix keeps the name distinct from every file of the folder, even if the map lies there too.
  const name = `${basename(path)} (--map)`
  return {
    list: async () => [...(await files.list()), { path: name, bytes: source.bytes }],
    open: (file, part) => (file === name ? map.open(source.path, part) : files.open(file, part)),
  }
}
