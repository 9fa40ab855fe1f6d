import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { personalDataContract } from '../contract'
import { countKeptFigures } from './count-kept-figures'
import { erasePerson } from './erase-person'

const os = implement(personalDataContract).$context<Context>()

export const personalDataRouter = os.router({
  keptFigures: os.keptFigures.handler(({ context, input }) => countKeptFigures(context, input)),
  erase: os.erase.handler(({ context, input }) => erasePerson(context, input)),
})
