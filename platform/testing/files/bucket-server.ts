import { join } from 'node:path'
import S3rver from 's3rver'

/** A server of buckets on this machine, which keeps them below `folder`; key and secret are both `S3RVER`. */
export async function startBucketServer(folder: string, ...buckets: string[]) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name })),
  })
  const { port } = await server.run()
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() }
}
