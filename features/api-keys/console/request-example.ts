import { now } from '@quaff/platform/console/clock'
import type { KeyScope } from '../contract'
import { isReading } from '../rules'

const examples = [
  [
    'ingest:redemptions',
    '/ingest/redemptions',
    `{"events":[{"eventId":"evt_1","id":"red_1","merchantId":"MERCHANT_ID","redeemedAt":"NOW"}]}`,
  ],
  [
    'ingest:subscriptions',
    '/ingest/subscriptions',
    `{"events":[{"eventId":"evt_1","occurredAt":"NOW","id":"sub_1","merchantId":"MERCHANT_ID","status":"active","createdAt":"NOW","currentPeriodStart":"NOW","currentPeriodEnd":"PERIOD_END","amountMinor":2900,"currency":"usd"}]}`,
  ],
  [
    'ingest:users',
    '/ingest/users',
    `{"events":[{"eventId":"evt_1","occurredAt":"NOW","id":"user_1","email":"ana@example.com","displayName":"Ana"}]}`,
  ],
  [
    'ingest:refunds',
    '/ingest/refunds',
    `{"events":[{"eventId":"evt_1","occurredAt":"NOW","id":"ref_1","merchantId":"MERCHANT_ID","subscriptionId":"sub_1","periodStart":"NOW","amountMinor":2900,"currency":"usd"}]}`,
  ],
  ['redemptions:decide', '/v1/redemptions', `{"userId":"USER_ID","merchantId":"MERCHANT_ID"}`],
] as const satisfies readonly (readonly [KeyScope, string, string])[]

const dayMs = 86_400_000

/** The server refuses future times and old redemptions, so examples contain the current time. */
const timeAfterDays = (days: number) => new Date(now().getTime() + days * dayMs).toISOString()

const paths: Partial<Record<KeyScope, string>> = {
  'read:redemptions': '/v1/redemptions?limit=10',
  'read:subscriptions': '/v1/subscriptions?status=active&limit=10',
  'read:payouts': '/v1/payouts?limit=10',
  'read:refunds': '/v1/refunds?limit=10',
  'read:merchants': '/v1/merchants?limit=10',
  'read:locations': '/v1/locations?limit=10',
  'read:plans': '/v1/plans?limit=10',
  'read:promotions': '/v1/promotions?limit=10',
}

export type RequestExample = { title: string; label: string; text: string }

export function requestExample(scopes: readonly KeyScope[], origin: string): RequestExample {
  if (scopes.every(isReading))
    return { title: 'A request', label: 'Command to read', text: readingExample(scopes, origin) }
  return { title: 'A signed request', label: 'Commands to sign and send', text: signedExample(scopes, origin) }
}

function readingExample(scopes: readonly KeyScope[], origin: string): string {
  const [, path = ''] = Object.entries(paths).find(([scope]) => scopes.some((one) => one === scope)) ?? []
  return ['SECRET=…', `curl '${origin}${path}' \\`, '  -H "Authorization: Bearer $SECRET"'].join('\n')
}

function signedExample(scopes: readonly KeyScope[], origin: string): string {
  const [, path, body] = examples.find(([scope]) => scopes.includes(scope)) ?? examples[0]
  const ids = ['MERCHANT_ID', 'USER_ID'].filter((id) => body.includes(id))
  const withTimes = body.replaceAll('NOW', timeAfterDays(0)).replace('PERIOD_END', timeAfterDays(30))
  const once = path === '/v1/redemptions' ? ['  -H "Idempotency-Key: $(openssl rand -hex 16)" \\'] : []
  return [
    ['SECRET', 'SIGNING_SECRET', ...ids].map((name) => `${name}=…`).join(' '),
    `body='${withTimes.replaceAll(/MERCHANT_ID|USER_ID/g, "'$$$&'")}'`,
    't=$(date +%s)',
    `v1=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)`,
    `curl ${origin}${path} \\`,
    '  -H "Authorization: Bearer $SECRET" \\',
    '  -H "Content-Type: application/json" \\',
    ...once,
    '  -H "Quaff-Signature: t=$t,v1=$v1" \\',
    '  -d "$body"',
  ].join('\n')
}
