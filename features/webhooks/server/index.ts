export { pruneWebhooks } from './sending/prune-webhooks'
export { WebhookCourier } from './sending/webhook-courier'
export { findWebhookKeyFaults, rotateWebhookKeys } from './sending/webhook-secrets'
export { webhooksRouter } from './webhooks-router'
