ALTER TABLE "import_ids" ADD COLUMN "provider_id" text;
--> statement-breakpoint
-- Passes that came over before each kept the instant up to which it was paid out: a job gives it to them in batches.
INSERT INTO "jobs" (id, kind, payload, run_at, created_at)
SELECT 'job_keep_paid_until', 'keep_paid_until', '{"after": ""}', now(), now()
WHERE EXISTS (SELECT 1 FROM "import_documents" WHERE kind = 'subscriptions');
