import { routerOf } from '@quaff/platform/server/router'
import { personalDataContract } from '../contract'
import { countKeptFigures, erasePerson } from './erase-person'

export const personalDataRouter = routerOf(personalDataContract, { keptFigures: countKeptFigures, erase: erasePerson })
