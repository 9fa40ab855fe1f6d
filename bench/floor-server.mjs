import { createServer } from 'node:http'
import pg from 'pg'

/** The floor: bare node:http and pg over our own tables, no rights, no checks, one statement per answer. */
const statements = {
  merchants: `select m.*, s.total_subscribers, s.active_subscribers, s.monthly_revenue_minor from merchants m
    left join merchant_subscription_stats s on s.merchant_id = m.id order by lower(m.name) desc, m.id desc limit 20`,
  merchant: 'select * from merchants where id = $1',
  subscribers: 'select * from subscriptions where merchant_id = $1 order by created_at desc nulls last limit 200',
  locations: 'select * from locations where merchant_id = $1 order by name limit 20',
  plans: `select p.*, (select json_agg(r) from plan_prices r where r.plan_id = p.id) as prices
    from subscription_plans p where p.merchant_id = $1 order by p.name`,
  counters: 'select * from subscription_totals where merchant_id = $1',
  platform: 'select status, currency, sum(count), sum(monthly_minor) from subscription_totals group by 1, 2',
  subscriptions: 'select * from subscriptions order by created_at desc nulls last limit 20',
  redemptions: 'select * from redemptions where merchant_id = $1 order by redeemed_at desc nulls last limit 20',
}

export async function startFloor(connectionString, port) {
  const pool = new pg.Pool({ connectionString, max: 10 })
  const server = createServer((request, response) => {
    answer(pool, new URL(request.url ?? '/', 'http://floor')).then(
      (rows) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return async () => {
    server.closeAllConnections()
    server.close()
    await pool.end()
  }
}

async function answer(pool, url) {
  const name = url.pathname.slice(1)
  const merchant = url.searchParams.get('merchant')
  const { rows } = await pool.query({ name, text: statements[name], values: merchant ? [merchant] : [] })
  return rows
}
