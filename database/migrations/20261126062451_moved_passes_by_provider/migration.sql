DROP INDEX CONCURRENTLY IF EXISTS "import_ids_provider";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "import_ids_provider" ON "import_ids" USING btree ("provider_id") WHERE provider_id is not null;
