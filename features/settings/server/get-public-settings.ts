import type { Services } from '@quaff/platform/server/context'
import type { PublicSettings } from '../platform-contract'
import { loadPlatformSettings } from './get-platform-settings'

/** For everybody, signed in or not. */
export async function getPublicSettings({ db }: Pick<Services, 'db'>): Promise<PublicSettings> {
  const { supportAddress, appStoreUrl, playStoreUrl } = await loadPlatformSettings(db)
  return { supportAddress, appStoreUrl, playStoreUrl }
}
