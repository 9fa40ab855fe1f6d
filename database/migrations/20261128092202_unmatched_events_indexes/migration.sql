DROP INDEX CONCURRENTLY IF EXISTS "payment_events_unmatched";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_unmatched" ON "payment_events" ("received_at" DESC NULLS LAST,"event_id") WHERE outcome in ('unmatched', 'aside');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_unmatched_due";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_unmatched_due" ON "payment_events" ("next_attempt_at") WHERE outcome in ('unmatched', 'aside');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_unmatched_subscription";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_unmatched_subscription" ON "payment_events" ("provider_subscription_id") WHERE outcome in ('unmatched', 'aside');--> statement-breakpoint
-- Servers of the previous version ask for outcome = 'aside', which the new indexes cover.
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_aside";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_due";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_waiting";
