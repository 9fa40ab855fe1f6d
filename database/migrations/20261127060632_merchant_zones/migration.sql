CREATE TABLE "subscription_local_days" (
	"day" date NOT NULL,
	"merchant_id" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"entered_count" integer DEFAULT 0 NOT NULL,
	"entered_monthly_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "subscription_local_days_pk" PRIMARY KEY("merchant_id","day","status","currency")
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "time_zone" text;
--> statement-breakpoint
ALTER TABLE "subscription_local_days" SET (fillfactor = 90);
--> statement-breakpoint
INSERT INTO "jobs" (id, kind, payload, run_at, created_at)
SELECT 'job_recount_in_merchant_zones', 'recount_merchants', '{"after": ""}', now() + interval '1 hour', now()
WHERE EXISTS (SELECT 1 FROM "merchants");
