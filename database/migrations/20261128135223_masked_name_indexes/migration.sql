DROP INDEX CONCURRENTLY IF EXISTS "users_masked_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_masked_name" ON "users" ((search_text(masked_name("display_name")) collate "C"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_code";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_code" ON "subscriptions" ((lower(translate("id", '_-', '') collate "C")));
