import { createApi } from '@quaff/platform/console/rpc'
import type { bankingContract } from '../contract'

export const bankingApi = createApi<typeof bankingContract>('banking')
