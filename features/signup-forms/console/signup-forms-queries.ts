import { createApi } from '@quaff/platform/console/rpc'
import type { signupFormsContract } from '../contract'

export const formsApi = createApi<typeof signupFormsContract>('signupForms')
