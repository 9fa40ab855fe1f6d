DROP INDEX CONCURRENTLY IF EXISTS "users_role_joined";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_role_joined" ON "users" USING btree ("role","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
-- The lists read the new one, without a sort of people of one date.
DROP INDEX CONCURRENTLY IF EXISTS "users_role_created";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_status_joined";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_status_joined" ON "users" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
-- The lists read the new one, without a sort of people of one date.
DROP INDEX CONCURRENTLY IF EXISTS "users_status_created";
