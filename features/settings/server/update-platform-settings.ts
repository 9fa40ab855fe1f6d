import {
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import { settingsPermissions } from '../permissions'
import {
  platformSettingsId,
  type PlatformSettingKey,
  type PlatformSettings,
  type UpdatePlatformInput,
  type VersionedPlatformSettings,
} from '../platform-contract'
import { changedSettings } from '../platform-rules'
import { presentSettings } from './get-platform-settings'
import { listSettingRows, lockSettings, writeSetting } from './platform-settings-store'

/** Writes only changed values. Refuses with STALE_VERSION, and names the field of an invalid address. */
export async function updatePlatformSettings(
  ctx: Context,
  { version, ...input }: UpdatePlatformInput,
): Promise<VersionedPlatformSettings> {
  const actor = authorize(ctx.actor, settingsPermissions, 'settings.platform')
  return inTransaction(ctx, async (tx) => {
    await lockSettings(tx)
    const current = presentSettings(ctx, await listSettingRows(tx))
    if (current.version !== version)
      throw staleVersion({ type: 'platform', id: 'platform', savedAt: current.updatedAt })
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const wanted: PlatformSettings = { ...current, ...given }
    const keys = changedSettings(current, wanted)
    if (keys.length === 0) return current
    for (const key of keys)
      await writeSetting(tx, { key, value: wanted[key], updatedAt: ctx.clock.now(), updatedBy: actor.userId })
    await recordAudit(ctx, tx, {
      action: 'update_platform_settings',
      targetType: 'platform',
      targetId: platformSettingsId,
      before: only(current, keys),
      after: only(wanted, keys),
    })
    return presentSettings(ctx, await listSettingRows(tx))
  })
}

/** Begins the list of a platform whose first administrator has not signed in. */
export const showFirstSteps = (tx: Transaction, now: Date) =>
  writeSetting(tx, { key: 'showFirstSteps', value: true, updatedAt: now, updatedBy: null })

function only(settings: PlatformSettings, keys: readonly PlatformSettingKey[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}
