DROP INDEX CONCURRENTLY IF EXISTS "subscription_search_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscription_search_created" ON "subscription_search" ("created_at","id","text");
