import { createApi } from '@quaff/platform/console/rpc'
import type { promotionsContract } from '../contract'

export const promotionsApi = createApi<typeof promotionsContract>('promotions')
