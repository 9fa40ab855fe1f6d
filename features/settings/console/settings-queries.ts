import { createApi } from '@quaff/platform/console/rpc'
import type { settingsContract } from '../contract'

export const settingsApi = createApi<typeof settingsContract>('settings')
