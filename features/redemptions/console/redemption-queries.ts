import { createApi } from '@quaff/platform/console/rpc'
import type { redemptionsContract } from '../contract'

export const redemptionsApi = createApi<typeof redemptionsContract>('redemptions')
