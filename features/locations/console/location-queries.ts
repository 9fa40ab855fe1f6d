import { checkFirstText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { locationsContract } from '../contract'

export const locationsApi = createApi<typeof locationsContract>('locations', { duplicate: checkFirstText })
