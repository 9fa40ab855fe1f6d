DROP INDEX CONCURRENTLY IF EXISTS "payouts_run";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payouts_run" ON "payouts" ("period","status","currency","net_minor");
