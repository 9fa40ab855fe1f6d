import type { signupFormsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const formsApi = createApi<typeof signupFormsContract>('signupForms')
