import type { locationsContract } from '@quaff/features/locations/contract'
import { createApi } from '@quaff/platform/console/rpc'
import type { plansContract } from '../contract'

export const plansApi = createApi<typeof plansContract>('plans')
/** Only to name the locations of a merchant. */
export const locationsApi = createApi<typeof locationsContract>('locations')
