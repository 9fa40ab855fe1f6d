import { createApi } from '@quaff/platform/console/rpc'
import type { onboardingContract } from '../contract'

export const onboardingApi = createApi<typeof onboardingContract>('onboarding')
