DROP INDEX CONCURRENTLY IF EXISTS "admin_audit_logs_actor";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_audit_logs_actor" ON "admin_audit_logs" ("admin_user_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_audit_logs_target_id";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_audit_logs_target_id" ON "admin_audit_logs" ("target_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_audit_logs_search_text";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_audit_logs_search_text" ON "admin_audit_logs" USING gin ((search_text(coalesce("admin_email", '') || U&'\001F' || coalesce("after" ->> 'name', "before" ->> 'name', "after" ->> 'displayName', "before" ->> 'displayName', ''))) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_audit_logs_search_grams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_audit_logs_search_grams" ON "admin_audit_logs" USING gin (search_grams(search_text(coalesce("admin_email", '') || U&'\001F' || coalesce("after" ->> 'name', "before" ->> 'name', "after" ->> 'displayName', "before" ->> 'displayName', ''))));
