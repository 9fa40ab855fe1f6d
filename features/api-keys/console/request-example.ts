import type { KeyScope } from '../contract'
import { isReading } from '../rules'

const examples = [
  [
    'ingest:redemptions',
    '/ingest/redemptions',
    `{"events":[{"eventId":"evt_1","id":"red_1","merchantId":"MERCHANT_ID","redeemedAt":"2026-12-01T08:30:00Z"}]}`,
  ],
  [
    'ingest:subscriptions',
    '/ingest/subscriptions',
    `{"events":[{"eventId":"evt_1","occurredAt":"2026-12-01T08:30:00Z","id":"sub_1","merchantId":"MERCHANT_ID","status":"active","createdAt":"2026-12-01T08:30:00Z","currentPeriodStart":"2026-12-01T08:30:00Z","currentPeriodEnd":"2027-01-01T08:30:00Z","amountMinor":2900,"currency":"usd"}]}`,
  ],
  [
    'ingest:users',
    '/ingest/users',
    `{"events":[{"eventId":"evt_1","occurredAt":"2026-12-01T08:30:00Z","id":"user_1","email":"ana@example.com","displayName":"Ana"}]}`,
  ],
  [
    'ingest:refunds',
    '/ingest/refunds',
    `{"events":[{"eventId":"evt_1","occurredAt":"2026-12-01T08:30:00Z","id":"ref_1","merchantId":"MERCHANT_ID","subscriptionId":"sub_1","periodStart":"2026-12-01T08:30:00Z","amountMinor":2900,"currency":"usd"}]}`,
  ],
  ['redemptions:decide', '/v1/redemptions', `{"userId":"USER_ID","merchantId":"MERCHANT_ID"}`],
] as const satisfies readonly (readonly [KeyScope, string, string])[]

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
  return [`curl '${origin}${path}' \\`, '  -H "Authorization: Bearer $SECRET"'].join('\n')
}

function signedExample(scopes: readonly KeyScope[], origin: string): string {
  const [, path, body] = examples.find(([scope]) => scopes.includes(scope)) ?? examples[0]
  const once = path === '/v1/redemptions' ? ['  -H "Idempotency-Key: $(uuidgen)" \\'] : []
  return [
    `body='${body}'`,
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
