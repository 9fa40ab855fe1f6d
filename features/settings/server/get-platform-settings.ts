import { authorize, type Context, type Queryable, type Services } from '@quaff/platform/server'
import { settingsPermissions } from '../permissions'
import type { PlatformSettings, PublicSettings, VersionedPlatformSettings } from '../platform-contract'
import { readPlatformSettings } from '../platform-rules'
import { listSettingRows, type SettingRow } from './platform-settings-store'

export async function getPlatformSettings(ctx: Context): Promise<VersionedPlatformSettings> {
  authorize(ctx.actor, settingsPermissions, 'settings.platform')
  return presentSettings(ctx, await listSettingRows(ctx.db))
}

/** Current settings for other features, which check their own permissions. */
export async function loadPlatformSettings(db: Queryable): Promise<PlatformSettings> {
  return readPlatformSettings(await listSettingRows(db))
}

/** The sum of all row versions only grows, so it is the version of the whole. */
export function presentSettings(
  { settings: { timeZone } }: Pick<Services, 'settings'>,
  rows: readonly SettingRow[],
): VersionedPlatformSettings {
  const [latest] = rows
  return {
    ...readPlatformSettings(rows),
    timeZone,
    version: rows.reduce((sum, row) => sum + row.version, 0),
    updatedAt: latest?.updatedAt ?? null,
    updatedBy: latest?.updatedByName ?? null,
  }
}

/** Public. */
export async function getPublicSettings({ db }: Pick<Services, 'db'>): Promise<PublicSettings> {
  const { supportAddress, appStoreUrl, playStoreUrl } = await loadPlatformSettings(db)
  return { supportAddress, appStoreUrl, playStoreUrl }
}
