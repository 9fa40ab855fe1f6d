DROP INDEX CONCURRENTLY IF EXISTS "user_search_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_search_created" ON "user_search" ("created_at","id","text");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_search_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_search_name" ON "user_search" ("name","id","text");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_folded_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_folded_name" ON "users" ((search_text(coalesce(nullif("display_name", ''), "email")) collate "C"),"id");--> statement-breakpoint
-- Servers of the previous version sort without it until they are updated.
DROP INDEX CONCURRENTLY IF EXISTS "users_name";
