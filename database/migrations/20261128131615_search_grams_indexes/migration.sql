DROP INDEX CONCURRENTLY IF EXISTS "users_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search_grams" ON "users" USING gin (search_grams(search_text("email" || U&'\001F' || coalesce("display_name", ''))));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "affiliate_links_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "affiliate_links_search_grams" ON "affiliate_links" USING gin (search_grams(search_text("name" || U&'\001F' || "slug" || U&'\001F' || "code")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_search_grams" ON "merchants" USING gin (search_grams(search_text("name" || U&'\001F' || coalesce("description", '') || U&'\001F' || coalesce("contact_email", ''))));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signup_submissions_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signup_submissions_search_grams" ON "signup_submissions" USING gin (search_grams(search_text("business_name" || U&'\001F' || "email")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchant_signups_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchant_signups_search_grams" ON "merchant_signups" USING gin (search_grams(search_text("business_name" || U&'\001F' || "contact_name" || U&'\001F' || "email")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "waitlist_entries_search_grams" ON "waitlist_entries" USING gin (search_grams(search_text("email" || U&'\001F' || "name" || U&'\001F' || "city" || U&'\001F' || "wanted_venue")));
