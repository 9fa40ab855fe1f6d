import { eq } from 'drizzle-orm'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { users } from '@quaff/features/users/tables'
import type { Services } from '@quaff/platform/server/context'
import type { Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Door } from '../door'
import { insertColleague } from '../target-rows'

const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const administrators = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: wherever }

async function person(services: Services, row: Ownership) {
  return { userId: await insertColleague(services, row, 'active') }
}
async function withAddress(services: Services, row: Ownership) {
  const { userId } = await person(services, row)
  const [stored] = await services.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { userId, version: 1, confirmEmail: stored?.email ?? 'nobody@example.test' }
}
async function withSecondFactor(services: Services, row: Ownership) {
  const { userId } = await person(services, row)
  if (row === 'own' || row === 'foreign') await insertSecondFactor(services, userId)
  return { userId, version: 1 }
}

export const personalDataDoors: Record<string, Door> = {
  'users.updatePerson': {
    hasId: true,
    input: async (services, row) => ({
      ...(await person(services, row)),
      version: 1,
      displayName: 'New Name',
      phoneNumber: '',
    }),
    expected: administrators,
  },
  'users.removeSecondFactor': { hasId: true, input: withSecondFactor, expected: administrators },
  'personalData.keptFigures': { hasId: true, input: person, expected: administrators },
  'personalData.erase': { hasId: true, input: withAddress, expected: administrators },
}

export const personalDataFileDoors: Record<string, Door> = {
  'person-export': { hasId: true, input: person, expected: administrators },
}
