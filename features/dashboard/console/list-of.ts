/** The lists that figures count: of all merchants, or of the chosen one. */
export const listOf = {
  active: '/analytics?tab=subscriptions&status=active',
  churned: '/analytics?tab=subscriptions&status=canceled&churned=true',
} as const
