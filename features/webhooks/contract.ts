import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { line, word } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { eventTypes } from './event-types-contract'

/** `failing`: no delivery has succeeded since the last failure. */
export const endpointStates = ['delivering', 'failing', 'disabled'] as const
export type EndpointState = (typeof endpointStates)[number]
/** Why it is disabled: by a person, by its response 410, or after five days of failures. */
export const disabledReasons = ['person', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryErrorCodes = ['ADDRESS', 'NAME', 'CONNECTION', 'TLS', 'TIMEOUT', 'STATUS', 'SECRET'] as const
export type DeliveryErrorCode = (typeof deliveryErrorCodes)[number]

export const webhookLimits = {
  secretPrefix: 'whsec_',
  secretBytes: 32,
  endpoints: 20,
  merchants: 200,
  /** Stored characters of a response. */
  answerLength: 1_024,
  replayAtOnce: 10_000,
  deliveredDays: 14,
  failedDays: 30,
  eventDays: 3,
} as const

const addressText = 'Enter a URL that starts with https://'
export const endpointFields = {
  url: labelled(
    'URL',
    word({
      max: textLimits.medium,
      message: addressText,
      shape: /^https?:\/\/[^\s@]+$/i,
      read: (typed) => typed.trim(),
    }),
  ),
  description: labelled('Description', line(), { hint: 'For example “App server”' }),
}

export const endpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Null: all, including later ones. */
  eventTypes: z.array(z.enum(eventTypes)).nullable(),
  /** Null: all merchants. A deleted merchant has no name. */
  merchants: z.array(z.object({ id: z.string(), name: z.string().nullable() })).nullable(),
  state: z.enum(endpointStates),
  disabledReason: z.enum(disabledReasons).nullable(),
  oldSecretUntil: z.date().nullable(),
  createdAt: z.date(),
  lastSuccessAt: z.date().nullable(),
  failingSince: z.date().nullable(),
  waiting: z.int(),
  failed: z.int(),
  version: z.int(),
})
export type Endpoint = z.infer<typeof endpointSchema>
/** The only response that contains the secret. */
export const shownEndpointSchema = endpointSchema.extend({ secret: z.string() })
export type ShownEndpoint = z.infer<typeof shownEndpointSchema>

export const deliveryRowSchema = z.object({
  id: z.string(),
  eventType: z.string(),
  occurredAt: z.date(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  lastAttemptAt: z.date().nullable(),
  nextAttemptAt: z.date().nullable(),
  responseStatus: z.int().nullable(),
  fault: z.enum(deliveryErrorCodes).nullable(),
  durationMs: z.int().nullable(),
})
export type DeliveryRow = z.infer<typeof deliveryRowSchema>
export const deliverySchema = deliveryRowSchema.extend({
  endpointId: z.string(),
  body: z.string(),
  /** Headers of the last attempt; null before the first. */
  headers: z.record(z.string(), z.string()).nullable(),
  responseText: z.string().nullable(),
})
export type Delivery = z.infer<typeof deliverySchema>

export const endpointIdInput = z.strictObject({ endpointId: idSchema })
export type EndpointIdInput = z.infer<typeof endpointIdInput>
const wanted = {
  url: formSchema(endpointFields.url),
  description: formSchema(endpointFields.description).default(''),
  eventTypes: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length).nullable().default(null),
  merchantIds: z.array(idSchema).min(1).max(webhookLimits.merchants).nullable().default(null),
}
export const createEndpointInput = z.strictObject(wanted)
export type CreateEndpointInput = z.infer<typeof createEndpointInput>
const versioned = endpointIdInput.extend({ version: z.int().min(1) })
export type VersionedEndpoint = z.infer<typeof versioned>
export const updateEndpointInput = versioned.extend(wanted)
export type UpdateEndpointInput = z.infer<typeof updateEndpointInput>
export const setEnabledInput = versioned.extend({ enabled: z.boolean() })
export type SetEnabledInput = z.infer<typeof setEnabledInput>
/** `oldUntil`: the old secret signs too until then; null: it stops now. */
export const rotateEndpointInput = versioned.extend({ oldUntil: z.date().nullable() })
export type RotateEndpointInput = z.infer<typeof rotateEndpointInput>
export const listDeliveriesInput = pageInput.extend({
  endpointId: idSchema,
  status: z.enum(deliveryStatuses).optional(),
})
export type ListDeliveriesInput = z.infer<typeof listDeliveriesInput>
export const deliveryIdInput = z.strictObject({ deliveryId: idSchema })
export type DeliveryIdInput = z.infer<typeof deliveryIdInput>
export const replayFailedInput = endpointIdInput.extend({ since: z.date() })
export type ReplayFailedInput = z.infer<typeof replayFailedInput>

const get = route('GET', 'Webhooks')
const post = route('POST', 'Webhooks')

/** Administrators only. Writes also need a sign-in within the last five minutes (G22). */
export const webhooksContract = {
  /** Newest first, without paging: there are at most 20. */
  list: get('/webhooks', 'Endpoints').input(pageInput).output(pageOf(endpointSchema)),
  get: get('/webhooks/{endpointId}', 'One endpoint').input(endpointIdInput).output(endpointSchema),
  create: post('/webhooks', 'Add an endpoint').input(createEndpointInput).output(shownEndpointSchema),
  update: post('/webhooks/{endpointId}', 'Change an endpoint').input(updateEndpointInput).output(endpointSchema),
  setEnabled: post('/webhooks/{endpointId}/enabled', 'Enable or disable an endpoint')
    .input(setEnabledInput)
    .output(endpointSchema),
  rotate: post('/webhooks/{endpointId}/rotate', 'Rotate the secret of an endpoint')
    .input(rotateEndpointInput)
    .output(shownEndpointSchema),
  remove: post('/webhooks/{endpointId}/remove', 'Delete an endpoint')
    .input(versioned)
    .output(z.object({ success: z.literal(true) })),
  sendTest: post('/webhooks/{endpointId}/test', 'Send a test event').input(endpointIdInput).output(deliverySchema),
  deliveries: get('/webhooks/{endpointId}/deliveries', 'Deliveries of an endpoint, newest first')
    .input(listDeliveriesInput)
    .output(pageOf(deliveryRowSchema)),
  delivery: get('/webhook-deliveries/{deliveryId}', 'One delivery').input(deliveryIdInput).output(deliverySchema),
  replay: post('/webhook-deliveries/{deliveryId}/replay', 'Send a delivery again')
    .input(deliveryIdInput)
    .output(deliverySchema),
  /** At most the oldest 10,000. */
  replayFailed: post('/webhooks/{endpointId}/replay', 'Replay failed deliveries')
    .input(replayFailedInput)
    .output(z.object({ replayed: z.int() })),
}
