import { routerOf } from '@quaff/platform/server'
import { personalDataContract } from '../contract'
import { countKeptFigures, erasePerson } from './erase-person'

export { exportPerson } from './person-export'

export const personalDataRouter = routerOf(personalDataContract, { keptFigures: countKeptFigures, erase: erasePerson })
