import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { KeptRoutes } from '../build-server'

function serverOf() {
  const routes = new KeptRoutes<[never, never]>()
  const app = new Hono({ router: routes as never })
  app.use(async (c, next) => {
    await next()
    c.header('x-seen', c.req.path)
  })
  app.all('/rpc/*', (c) => c.text(`called ${c.req.path}`))
  app.get('/api/:noun/:id{[0-9]+}', (c) => c.text(c.req.param('id')))
  app.get('/api/:noun/:word', (c) => c.text(c.req.param('word')))
  app.post('/api/:noun', (c) => c.text(c.req.param('noun')))
  const ask = async (method: string, path: string) => {
    const answer = await app.request(path, { method })
    return [answer.status, answer.status === 200 ? await answer.text() : '', answer.headers.get('x-seen')]
  }
  return { routes, ask }
}

it('leads where the library does, the second time as well', async () => {
  const { ask } = serverOf()
  for (let time = 0; time < 2; time += 1) {
    expect(await ask('POST', '/rpc/plans/list')).toEqual([200, 'called /rpc/plans/list', '/rpc/plans/list'])
    expect(await ask('POST', '/rpc/plans/get')).toEqual([200, 'called /rpc/plans/get', '/rpc/plans/get'])
    expect(await ask('POST', '/api/merchants')).toEqual([200, 'merchants', '/api/merchants'])
    expect(await ask('POST', '/api/plans')).toEqual([200, 'plans', '/api/plans'])
    expect(await ask('GET', '/api/plans/7')).toEqual([200, '7', '/api/plans/7'])
    expect(await ask('GET', '/rpc/plans/list')).toEqual([200, 'called /rpc/plans/list', '/rpc/plans/list'])
    expect(await ask('POST', '/nowhere')).toEqual([404, '', '/nowhere'])
  }
})

it('looks a procedure up once, and keeps no more addresses than a server has', () => {
  const { routes } = serverOf()
  const isKept = (path: string) => routes.match('POST', path) === routes.match('POST', path)
  expect(isKept('/rpc/plans/list')).toBe(true)
  expect(isKept(`/rpc/${'a'.repeat(101)}`)).toBe(false)
  expect(isKept('/rpc/plans%2flist')).toBe(false)
  for (let call = 0; call < 2_000; call += 1) routes.match('POST', `/rpc/stranger/${call}`)
  expect(isKept('/rpc/one/more')).toBe(false)
  expect(isKept('/rpc/plans/list')).toBe(true)
})
