import type { Context, Database, Services } from '../context'

/** Where a statement of a read was answered, and why not by a replica. */
export const readPlaces = ['replica', 'behind', 'away', 'promoted', 'failed'] as const
export type ReadPlace = (typeof readPlaces)[number]

/** `behindBytes`: what it has not replayed of what the primary has written; null while one of the two is away. */
export type ReplicaState = { address: string; isUp: boolean; behindBytes: number | null; behindSeconds: number | null }

/** Databases that follow the one that is written to, and what is known of that one. */
export type Replicas = {
  /** Shows at least what the primary shows at the moment of the call, whoever wrote it. Only for reading. */
  openReader(): Promise<Database>
  /**
   * Asks the primary, and a replica while nobody has heard the primary for seconds: `isAlone` says which. For who asks
   * and what they may, which is read from the primary as long as there is one.
   */
  askFirst<T>(ask: (db: Database) => Promise<T>): Promise<{ answer: T; db: Database; isAlone: boolean }>
  /** There is no primary, and not yet for too long. */
  isAlone(): boolean
  /** The primary is there, or not away for longer than replicas stand in for it: also in the seconds before that is known. */
  canAnswer(): boolean
  /** Statements so far. */
  count(place: ReadPlace): number
  look(): Promise<ReplicaState[]>
  close(): Promise<void>
}

/** What nobody can answer now; the same answer as of a database that is away. */
export class DatabaseAway extends Error {
  readonly code = '57P03'

  constructor() {
    super('No database is available right now')
  }
}

/** For what a verb reads after it has written, and for doors that are no procedures. */
export async function findReader({ db, replicas }: Pick<Services, 'db' | 'replicas'>): Promise<Database> {
  return (await replicas?.openReader()) ?? db
}

/** Where a look writes down what it has found; `db` may be a replica. */
export const writableOf = ({ db, primary }: Services & Partial<Pick<Context, 'primary'>>): Database => primary ?? db
