import type { promotionsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const promotionsApi = createApi<typeof promotionsContract>('promotions')
