type Server = { url: string; kill(): void; promote(): void; stop(): void }
type Programs = { reason?: string }
type Parts = {
  findPostgres(): Promise<Programs>
  startPrivatePostgres(programs: Programs): Promise<Server>
  startReplicaOf(programs: Programs, url: string): Promise<Server>
}

/** Read at run time: the compiler of the server does not know scripts. */
const partOf = (name: string): Promise<Parts> =>
  import(new URL(`../../../scripts/testing/services/${name}.mjs`, import.meta.url).href)

export type PostgresPair = { primary: Server; replicas: Server[]; stop(): void }

/** A throw-away PostgreSQL and servers that follow it, each in a folder of its own. `fill` writes before they begin to follow. */
export async function startPostgresPair(count: number, fill: (url: string) => Promise<void>): Promise<PostgresPair> {
  const programs = await (await partOf('find-postgres')).findPostgres()
  if (programs.reason) throw new Error(programs.reason)
  const { startPrivatePostgres, startReplicaOf } = await partOf('start-private-postgres')
  const primary = await startPrivatePostgres(programs)
  const replicas: Server[] = []
  const stop = () => [...replicas, primary].forEach((server) => server.stop())
  try {
    await fill(primary.url)
    for (let index = 0; index < count; index += 1) replicas.push(await startReplicaOf(programs, primary.url))
    return { primary, replicas, stop }
  } catch (error) {
    stop()
    throw error
  }
}
