DROP INDEX CONCURRENTLY IF EXISTS "affiliate_links_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "affiliate_links_search_text" ON "affiliate_links" USING gin ((search_text("name" || U&'\001F' || "slug" || U&'\001F' || "code")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_search_text" ON "merchants" USING gin ((search_text("name" || U&'\001F' || coalesce("description", '') || U&'\001F' || coalesce("contact_email", ''))) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signup_submissions_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signup_submissions_search_text" ON "signup_submissions" USING gin ((search_text("business_name" || U&'\001F' || "email")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchant_signups_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchant_signups_search_text" ON "merchant_signups" USING gin ((search_text("business_name" || U&'\001F' || "contact_name" || U&'\001F' || "email")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "waitlist_entries_search_text" ON "waitlist_entries" USING gin ((search_text("email" || U&'\001F' || "name" || U&'\001F' || "city" || U&'\001F' || "wanted_venue")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search_text" ON "users" USING gin ((search_text("email" || U&'\001F' || coalesce("display_name", ''))) gin_trgm_ops);--> statement-breakpoint
-- Servers of the previous version search without these until they are updated.
DROP INDEX CONCURRENTLY IF EXISTS "users_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "affiliate_links_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signup_submissions_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchant_signups_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_search";
