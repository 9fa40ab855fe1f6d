DROP INDEX CONCURRENTLY IF EXISTS "users_joined";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_joined" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"role","status");--> statement-breakpoint
-- The new one begins with all of it.
DROP INDEX CONCURRENTLY IF EXISTS "users_created";
