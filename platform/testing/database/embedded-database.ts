import { connectInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { createEngine } from '@quaff/platform/server/adapters/pglite/pglite-engine'
import { embeddedSnapshot } from './embedded-snapshot'
import { keepPlans, PreparingClient } from './preparing-client'
import type { ReusableDatabase } from './reusable-database'

/** Clears a connection's state but keeps prepared statements for the next one. */
const forgetting = [
  'close all',
  'set session authorization default',
  'reset all',
  keepPlans,
  'unlisten *',
  'select pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
].join('; ')

export async function makeEmbedded(): Promise<ReusableDatabase> {
  const engine = await createEngine({ folder: null, snapshot: await embeddedSnapshot() })
  const prepared = {}
  class EngineClient extends PreparingClient {
    constructor(...options: ConstructorParameters<typeof PreparingClient>) {
      super(...options)
      this.connection.parsedStatements = prepared
    }
  }
  return { connect: () => connectInThread(engine, { Client: EngineClient, forgetting }), drop: () => engine.close() }
}
