import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Queryable } from '../context'
import { Shapes } from './shapes'

/**
 * Reads that know nothing of each other as one statement: what `ask` asks of its database in one breath, with
 * `Promise.all`, goes there and back together, and what it asks after an answer goes with whatever else waits by then.
 * Each read is a subselect of its own, planned as it would be alone, whose rows come as JSON and are read by the columns
 * that it names; where it names none, times are texts. For short reads: a number of more than 53 bits loses its last
 * digits on the way. Writes, and what is asked alone, go as they are.
 * A statement that the database plans anew each time, such as one that reads rows of a time from partitions, has all that
 * goes with it planned anew: such reads go by themselves or with each other.
 * When they fail together each is asked alone, so that one fails for itself; except `atOneMoment`, for reads that are to
 * agree with each other, and in a transaction, which is over then.
 */
export async function askTogether<Db extends Queryable, T>(
  db: Db,
  ask: (db: Db) => Promise<T>,
  { atOneMoment = is(db, PgTransaction) } = {},
): Promise<T> {
  const session: Session = Reflect.get(Object(db), 'session')
  if (together.has(session)) return ask(db)
  let waiting: Read[] = []
  const flush = () => {
    const reads = waiting
    waiting = []
    void sendAll(reads, atOneMoment)
  }
  const prepareQuery: Session['prepareQuery'] = (query, fields, ...rest) => {
    const prepared = session.prepareQuery(query, fields, ...rest)
    const { client } = prepared
    if (!isRead.test(query.sql)) return prepared
    prepared.client = {
      query: (config, values) =>
        new Promise((resolve, reject) => {
          // Once nothing more can be asked before an answer comes.
          if (waiting.push({ config, values, width: fields?.length, client, resolve, reject }) === 1)
            process.nextTick(flush)
        }),
    }
    return prepared
  }
  const gathering: Session = Object.create(session, { prepareQuery: { value: prepareQuery } })
  together.add(gathering)
  return ask(Object.create(db, { session: { value: gathering } }))
}

/** Within one that gathers already its reads are gathered too. */
const together = new WeakSet<Session>()

/** As in the library, which does not tell its types. */
type Session = {
  prepareQuery(query: { sql: string }, fields: readonly unknown[] | undefined, ...rest: unknown[]): { client: Client }
}
type Client = { query(config: Config, values: readonly unknown[]): Promise<Answer> }
type Config = { text: string; rowMode?: 'array' }
type Answer = { rows: unknown[] }

type Read = {
  config: Config
  values: readonly unknown[]
  /** How many columns; undefined where the rows are objects. */
  width: number | undefined
  client: Client
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

const isRead = /^[\s(]*(select|with)\b/i

async function sendAll(reads: readonly Read[], atOneMoment: boolean): Promise<void> {
  const [first] = reads
  if (!first) return
  if (reads.length === 1) return sendAlone(first)
  try {
    const values = reads.flatMap((read) => read.values)
    const { rows } = await first.client.query({ text: textOf(reads), rowMode: 'array' }, values)
    const [parts] = rows as unknown[][][]
    reads.forEach(({ resolve }, at) => resolve({ rows: parts?.[at] ?? [] }))
  } catch (error) {
    const answer = atOneMoment ? ({ reject }: Read) => reject(error) : sendAlone
    reads.forEach(answer)
  }
}

function sendAlone({ client, config, values, resolve }: Read): void {
  resolve(client.query(config, values))
}

/** The same texts are one text again and again. They are long: no more than the product's own are kept. */
const texts = new Shapes<string>(2_000)

function textOf(reads: readonly Read[]): string {
  const path = texts.begin()
  for (const { config, width, values } of reads) {
    path.step(config.text)
    path.step(width ?? -1)
    path.step(values.length)
  }
  const text = path.kept ?? writeTogether(reads)
  path.keep(text)
  return text
}

function writeTogether(reads: readonly Read[]): string {
  let before = 0
  const parts = reads.map(({ config, values, width }) => {
    const text = counting(config.text, before)
    before += values.length
    const names = Array.from({ length: width ?? 0 }, (_, at) => `c${at}`).join()
    const row = width === undefined ? 'part' : `json_build_array(${names})`
    return `(select coalesce(json_agg(${row}), '[]') from (\n${text}\n) part${names && ` (${names})`})`
  })
  return `select ${parts.join(',\n')}`
}

const textsNamesAndValues = /'[^']*'|"[^"]*"|\$(\d+)|;\s*$/g

/** Values are numbered through the whole statement, and a part has no end of its own. */
const counting = (text: string, before: number) =>
  text.replace(textsNamesAndValues, (found, number?: string) => {
    if (number !== undefined) return `$${Number(number) + before}`
    return found.startsWith(';') ? '' : found
  })
