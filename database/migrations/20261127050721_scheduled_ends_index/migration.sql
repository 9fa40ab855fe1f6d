DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_scheduled_end";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_scheduled_end" ON "subscriptions" USING btree (coalesce(cancel_at, current_period_end),"merchant_id") WHERE (cancel_at_period_end or cancel_at is not null) and status <> 'canceled';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_ending";
