import { connectInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { createEngine } from '@quaff/platform/server/adapters/pglite/pglite-engine'
import { embeddedSnapshot } from './embedded-snapshot'
import type { ReusableDatabase } from './reusable-database'

export async function makeEmbedded(): Promise<ReusableDatabase> {
  const engine = await createEngine({ folder: null, snapshot: await embeddedSnapshot() })
  return { connect: () => connectInThread(engine), drop: () => engine.close() }
}
