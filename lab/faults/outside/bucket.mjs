import { createServer, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'

/**
 * Starts a bucket with a variable `mode`: `ok`; `slow` delays each response by `slowMs`; `full` responds 507; `dead`
 * drops all connections.
 */
export async function startBucket(directory, slowMs) {
  const inner = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'faults' }],
  })
  const { port: innerPort } = await inner.run()
  const port = await findFreePort()
  const state = { mode: 'ok' }
  const pass = async (asked, answer) => {
    asked.on('error', () => {})
    if (state.mode === 'dead') return asked.socket.destroy()
    if (state.mode === 'full') return void answer.writeHead(507).end()
    if (state.mode === 'slow') await wait(slowMs)
    const { method, url, headers } = asked
    const passed = request({ host: '127.0.0.1', port: innerPort, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode, got.headers)
      got.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }
  const endpoint = createServer((asked, answer) => void pass(asked, answer))
  await new Promise((resolve) => endpoint.listen(port, '127.0.0.1', resolve))
  return {
    state,
    settings: {
      FILES_S3_BUCKET: 'faults',
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_ACCESS_KEY_ID: 'S3RVER',
      FILES_S3_SECRET: 'S3RVER',
    },
    async close() {
      endpoint.closeAllConnections()
      endpoint.close()
      await inner.close()
    },
  }
}
