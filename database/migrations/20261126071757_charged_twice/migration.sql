-- Charges of periods that the old system had paid for, made before that was known: the same job names them with their run.
INSERT INTO "jobs" (id, kind, payload, run_at, created_at)
SELECT 'job_tell_charged_twice', 'keep_paid_until', '{"after": ""}', now(), now()
WHERE EXISTS (SELECT 1 FROM "import_documents" WHERE kind = 'subscriptions');
