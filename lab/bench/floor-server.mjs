import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { floors, sessionFloor } from './floors/floors.mjs'
import { secret } from './load/processes.mjs'

/**
 * The two floors: bare node:http and pg over our own tables, one named statement per answer. `/n?parameters` answers the
 * floor number n without rights or checks; `/safe/n?parameters` first reads the session, role and merchants of the token.
 */
const [connectionString, port] = process.argv.slice(2)
const names = Object.keys(floors)
const pool = new pg.Pool({ connectionString, max: 10 })
const server = createServer((request, response) => {
  answer(request).then(
    ([status, rows]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit())

async function answer({ url = '/', headers }) {
  const [path, parameters] = url.slice(1).split('?')
  const number = path.replace('safe/', '')
  if (path !== number && !(await isSignedIn(headers.authorization))) return [401, []]
  const floor = floors[names[Number(number)]]
  const values = JSON.parse(decodeURIComponent(parameters))
  const { rows } = await pool.query({ name: `floor ${number}`, text: floor.text, values })
  return [200, rows]
}

async function isSignedIn(authorization = '') {
  const hash = createHmac('sha256', secret).update(authorization.replace('Bearer ', '')).digest('base64url')
  const { rows } = await pool.query({ name: 'session', text: sessionFloor, values: [hash] })
  return rows.length === 1
}
