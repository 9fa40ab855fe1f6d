import { createApi } from '@quaff/platform/console/rpc'
import type { waitlistsContract } from '../contract'

export const waitlistsApi = createApi<typeof waitlistsContract>('waitlists')
