import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { sourcesContract } from '../contract'
import { listSources } from './list-sources'

const os = implement(sourcesContract).$context<Context>()

export const sourcesRouter = os.router({ list: os.list.handler(({ context }) => listSources(context)) })
