import { createServer } from 'node:http'
import pg from 'pg'
import { floors } from './floors/floors.mjs'

/** The floor: bare node:http and pg over our own tables, no rights, no checks, one named statement per answer. */
const [connectionString, port] = process.argv.slice(2)
const names = Object.keys(floors)
const pool = new pg.Pool({ connectionString, max: 10 })
const server = createServer((request, response) => {
  answer(request.url ?? '/').then(
    (rows) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit())

/** `/<number of the floor>?<its parameters as JSON>` */
async function answer(url) {
  const [path, parameters] = url.slice(1).split('?')
  const floor = floors[names[Number(path)]]
  const values = JSON.parse(decodeURIComponent(parameters))
  const { rows } = await pool.query({ name: `floor ${path}`, text: floor.text, values })
  return rows
}
