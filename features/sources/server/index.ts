import { routerOf } from '@quaff/platform/server'
import { sourcesContract } from '../contract'
import { listSources } from './list-sources'

export { noteDelivery, pruneEventRefusals } from './note-delivery'

export const sourcesRouter = routerOf(sourcesContract, { list: listSources })
