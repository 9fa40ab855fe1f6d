import { createApi } from '@quaff/platform/console/rpc'
import type { paymentsContract } from '../contract'

export const paymentsApi = createApi<typeof paymentsContract>('payments')
