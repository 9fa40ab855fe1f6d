import type { Context, Database, Services } from '../context'

/** Place of a read statement, and why it was not a replica. */
export const readPlaces = ['replica', 'behind', 'away', 'promoted', 'failed'] as const
export type ReadPlace = (typeof readPlaces)[number]

/** `behindBytes`: what it has not replayed of what the primary has written; null while one of the two is away. */
export type ReplicaState = { address: string; isUp: boolean; behindBytes: number | null; behindSeconds: number | null }

/** Databases that follow the one that is written to, and what is known of that one. */
export type Replicas = {
  /** Returns a database that shows at least the primary's current state. For reading only. */
  openReader(): Promise<Database>
  /**
   * Reads from the primary, or from a replica if the primary has been unreachable for seconds (`isAlone`). For
   * sessions and rights, which the primary answers whenever it can.
   */
  askFirst<T>(ask: (db: Database) => Promise<T>): Promise<{ answer: T; db: Database; isAlone: boolean }>
  /** There is no primary, and not yet for too long. */
  isAlone(): boolean
  /**
   * True if the primary is available, or replicas still replace it. Also true in the seconds before an outage is
   * known.
   */
  canAnswer(): boolean
  /** Statements so far. */
  count(place: ReadPlace): number
  look(): Promise<ReplicaState[]>
  close(): Promise<void>
}

/** No database can answer. Mapped to the same response as an unavailable database. */
export class DatabaseAway extends Error {
  readonly code = '57P03'

  constructor() {
    super('No database is available right now')
  }
}

/** Used by reads of a verb after its write, and by routes that are not procedures. */
export async function findReader({ db, replicas }: Pick<Services, 'db' | 'replicas'>): Promise<Database> {
  return (await replicas?.openReader()) ?? db
}

/** The database for writing the results of a check; `db` may be a replica. */
export const writableOf = ({ db, primary }: Services & Partial<Pick<Context, 'primary'>>): Database => primary ?? db
