import { join } from 'node:path'
import type { TreePart } from '@quaff/platform/server/adapters/backups/tree-copy'
import type { ServerSettings } from '../../environment'
import type { OpenServices } from '../../services'
import { loadSecrets } from '../../settings/secrets-file'
import { fingerprintOf } from './describe-database'
import type { EmbeddedSource } from './take-embedded'

export const snapshotsFolder = ({ dataFolder }: ServerSettings) => join(dataFolder, 'backups')

export async function embeddedSource(settings: ServerSettings, opened: OpenServices): Promise<EmbeddedSource> {
  if (settings.database.kind !== 'embedded') throw new Error('The embedded database was expected')
  return {
    services: opened.services,
    pool: opened.pool,
    databaseFolder: settings.database.folder,
    ...filesOf(settings),
    sessionSecretName: await nameSessionSecret(settings),
  }
}

export function filesOf({ files }: ServerSettings): { filesFolder: string | null; filesIn: string } {
  return files.kind === 'disk'
    ? { filesFolder: files.folder, filesIn: 'backup' }
    : { filesFolder: null, filesIn: `bucket ${files.bucket}` }
}

/** Without what is being uploaded at the moment. */
export function filesPart(filesFolder: string | null): TreePart[] {
  if (filesFolder === null) return []
  return [{ name: 'files', folder: filesFolder, skips: (path) => path.split('/')[0] === '.part' }]
}

export async function nameSessionSecret({ sessionSecret, dataFolder }: ServerSettings): Promise<string> {
  return fingerprintOf(sessionSecret ?? (await loadSecrets(dataFolder)).sessionSecret)
}

export const secretFiles = ['secrets.json', 'hash-config.json']

/** Whoever has this and the database can open everything in it. */
export function secretsPart({ dataFolder }: ServerSettings): TreePart {
  return { name: 'secrets', folder: dataFolder, skips: (path) => !secretFiles.includes(path) }
}
