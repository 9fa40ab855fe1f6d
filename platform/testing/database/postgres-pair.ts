import { Client } from 'pg'

type Server = { url: string; kill(): void; stop(): void }
type Replica = Server & { promote(): void }
type Programs = { reason?: string }
type Parts = {
  findPostgres(): Promise<Programs>
  startPrivatePostgres(programs: Programs): Promise<Omit<Server, 'kill'>>
  startReplicaOf(programs: Programs, url: string): Promise<Replica>
  killPostgres(programs: Programs, dataFolder: string): void
}

/** Read at run time: the compiler of the server does not know scripts. */
const partOf = (name: string): Promise<Parts> =>
  import(new URL(`../../../scripts/testing/services/${name}.mjs`, import.meta.url).href)

export type PostgresPair = { primary: Server; replicas: Replica[]; stop(): void }

/** A temporary PostgreSQL with followers, each in its own folder. `fill` runs before they start. */
export async function startPostgresPair(count: number, fill: (url: string) => Promise<void>): Promise<PostgresPair> {
  const programs = await (await partOf('find-postgres')).findPostgres()
  if (programs.reason) throw new Error(programs.reason)
  const { startReplicaOf, killPostgres } = await partOf('start-replica')
  const started = await (await partOf('start-private-postgres')).startPrivatePostgres(programs)
  const replicas: Replica[] = []
  const stop = () => [...replicas, started].forEach((server) => server.stop())
  try {
    const dataFolder = await findDataFolder(started.url)
    await fill(started.url)
    for (let index = 0; index < count; index += 1) replicas.push(await startReplicaOf(programs, started.url))
    return { primary: { ...started, kill: () => killPostgres(programs, dataFolder) }, replicas, stop }
  } catch (error) {
    stop()
    throw error
  }
}

async function findDataFolder(url: string): Promise<string> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  return rows[0]?.data_directory ?? ''
}
