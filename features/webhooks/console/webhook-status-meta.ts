import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { StatusMeta } from '@quaff/platform/console/display/panel'
import type {
  DeliveryErrorCode,
  DeliveryRow,
  DeliveryStatus,
  DisabledReason,
  Endpoint,
  EndpointState,
} from '../contract'

export const stateMeta = {
  delivering: { label: 'Delivering', tone: 'ok', icon: IconCircleCheck },
  failing: { label: 'Failing', tone: 'danger', icon: IconAlertTriangle },
  disabled: { label: 'Disabled', tone: 'neutral', icon: IconBan },
} as const satisfies Record<EndpointState, StatusMeta>

export const statusMeta = {
  waiting: { label: 'Waiting', tone: 'info', icon: IconClock },
  delivered: { label: 'Delivered', tone: 'ok', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<DeliveryStatus, StatusMeta>

const errorMessages = {
  ADDRESS: 'Private network address',
  NAME: 'Name not found',
  CONNECTION: 'No connection',
  TLS: 'Invalid certificate',
  TIMEOUT: 'No answer in 15 seconds',
  STATUS: 'Refused',
  SECRET: 'Secret can’t be read',
} as const satisfies Record<DeliveryErrorCode, string>

/** "HTTP 500", "No connection", or a dash before the first attempt. */
export function answerText({ responseStatus, fault }: Pick<DeliveryRow, 'responseStatus' | 'fault'>): string {
  if (responseStatus !== null) return `HTTP ${responseStatus}`
  return fault ? errorMessages[fault] : '—'
}

export const disabledMessages = {
  person: 'Disabled by an administrator.',
  gone: 'Disabled because it returned 410 Gone.',
  failing: 'Disabled after 5 days of failures.',
} as const satisfies Record<DisabledReason, string>

export const hostOf = ({ url }: Pick<Endpoint, 'url'>) => (URL.canParse(url) ? new URL(url).host : url)

export const verificationExample = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(secret) // whsec_…
// body: the request as text, before anything parses it. Throws when the signature is wrong.
const event = webhook.verify(body, request.headers)`
