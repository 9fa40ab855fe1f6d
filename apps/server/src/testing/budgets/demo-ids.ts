import type { Pool } from 'pg'

/** By id in an input: the demo row with the most data. */
const largest = {
  merchantId: 'select merchant_id as id from subscriptions group by 1 order by count(*) desc, 1 limit 1',
  subscriptionId: 'select id from subscriptions where merchant_id = $1 order by created_at desc, id limit 1',
  planId: 'select plan_id as id from subscriptions where merchant_id = $1 group by 1 order by count(*) desc, 1 limit 1',
  locationId: 'select id from locations where merchant_id = $1 order by id limit 1',
  userId: 'select user_id as id from subscriptions where merchant_id = $1 group by 1 order by count(*) desc, 1 limit 1',
  payoutId: 'select id from payouts where merchant_id = $1 order by renewal_count desc, id limit 1',
  linkId: 'select link_id as id from affiliate_days group by 1 order by sum(clicks) desc, 1 limit 1',
  formId: 'select form_id as id from signup_submissions group by 1 order by count(*) desc, 1 limit 1',
  submissionId: 'select id from signup_submissions order by submitted_at desc, id limit 1',
  entryId: `select id from waitlist_entries where waitlist_id =
    (select waitlist_id from waitlist_entries group by 1 order by count(*) desc, 1 limit 1) order by id limit 1`,
  waitlistId: 'select waitlist_id as id from waitlist_entries group by 1 order by count(*) desc, 1 limit 1',
} satisfies Record<string, string>

export type DemoIds = Record<keyof typeof largest, string>

export async function findDemoIds(pool: Pool): Promise<DemoIds> {
  const find = async (text: string, values: string[]) =>
    String((await pool.query<{ id: string }>(text, values)).rows[0]?.id)
  const merchantId = await find(largest.merchantId, [])
  const found: [string, string][] = []
  for (const [key, text] of Object.entries(largest))
    found.push([key, await find(text, text.includes('$1') ? [merchantId] : [])])
  return Object.fromEntries(found) as DemoIds
}

/** Replaces the ids of an input with those of the demo data. */
export function aboutDemo(input: unknown, ids: DemoIds): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  const known: Record<string, string> = ids
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, known[key] ?? value]))
}
