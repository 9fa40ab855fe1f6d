DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_demand";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "waitlist_entries_demand" ON "waitlist_entries" USING btree ("waitlist_id",lower(city),"postal_code","status","city");--> statement-breakpoint
-- The new one begins with all of it.
DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_area";
