DROP INDEX CONCURRENTLY IF EXISTS "admin_audit_logs_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_audit_logs_search_pairs" ON "admin_audit_logs" ((1)) WHERE search_text(coalesce("admin_email", '') || U&'\001F' || coalesce("after" ->> 'name', "before" ->> 'name', "after" ->> 'displayName', "before" ->> 'displayName', '')) ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search_pairs" ON "users" ((1)) WHERE search_text("email" || U&'\001F' || coalesce("display_name", '')) ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "affiliate_links_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "affiliate_links_search_pairs" ON "affiliate_links" ((1)) WHERE search_text("name" || U&'\001F' || "slug" || U&'\001F' || "code") ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_search_pairs" ON "merchants" ((1)) WHERE search_text("name" || U&'\001F' || coalesce("description", '') || U&'\001F' || coalesce("contact_email", '')) ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signup_submissions_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signup_submissions_search_pairs" ON "signup_submissions" ((1)) WHERE search_text("business_name" || U&'\001F' || "email") ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchant_signups_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchant_signups_search_pairs" ON "merchant_signups" ((1)) WHERE search_text("business_name" || U&'\001F' || "contact_name" || U&'\001F' || "email") ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "waitlist_entries_search_pairs";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "waitlist_entries_search_pairs" ON "waitlist_entries" ((1)) WHERE search_text("email" || U&'\001F' || "name" || U&'\001F' || "city" || U&'\001F' || "wanted_venue") ~ '[^\x01-\x7F][a-z0-9]{2}([^a-z0-9]|$)|(^|[^a-z0-9])[a-z0-9]{2}[^\x01-\x7F]';
