export type DemoAccount = {
  label: 'administrator' | 'owner' | 'viewer'
  email: string
  password: string
  displayName: string
}

/** Created only with demo data, which the server accepts on a loopback address only. */
export const demoAccounts = [
  {
    label: 'administrator',
    email: 'admin@quaff.test',
    password: 'Oat-Cortado-Harbour-41',
    displayName: 'Maya Lindqvist',
  },
  { label: 'owner', email: 'owner@quaff.test', password: 'Corner-Flat-White-27', displayName: 'Tomás Rivera' },
  { label: 'viewer', email: 'viewer@quaff.test', password: 'Window-Seat-Rooibos-63', displayName: 'Ida Okafor' },
] as const satisfies readonly DemoAccount[]

/** A new owner with an application and no merchant yet, who sees the setup view. */
export const setupAccount = {
  email: 'setup@quaff.test',
  password: 'First-Grinder-Morning-58',
  displayName: 'Noor Haddad',
} as const
