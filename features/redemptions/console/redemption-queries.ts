import type { redemptionsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const redemptionsApi = createApi<typeof redemptionsContract>('redemptions')
