import { createApi } from '@quaff/platform/console/rpc'
import type { brandingContract } from '../contract'

export const brandingApi = createApi<typeof brandingContract>('branding')
