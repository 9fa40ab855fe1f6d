import type { waitlistsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const waitlistsApi = createApi<typeof waitlistsContract>('waitlists')
