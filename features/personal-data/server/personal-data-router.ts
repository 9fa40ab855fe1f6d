import { routerOf } from '@quaff/platform/server/router'
import { personalDataContract } from '../contract'
import { countKeptFigures } from './count-kept-figures'
import { erasePerson } from './erase-person'

export const personalDataRouter = routerOf(personalDataContract, { keptFigures: countKeptFigures, erase: erasePerson })
