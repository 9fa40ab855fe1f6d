import type { locationsContract } from '@quaff/features/locations/contract'
import { checkFirstText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { plansContract } from '../contract'

export const plansApi = createApi<typeof plansContract>('plans', { duplicate: checkFirstText })
export const locationsApi = createApi<typeof locationsContract>('locations')
