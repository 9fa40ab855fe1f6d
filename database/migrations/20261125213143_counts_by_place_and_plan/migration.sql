-- Both tables are new: filling them reads the others as of one moment and holds nothing that a writer waits for. What servers
-- of the version before write meanwhile is counted by the job at the end, when they are gone.
CREATE TABLE "redemption_days" (
	"merchant_id" text NOT NULL,
	"day" date NOT NULL,
	"location_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "redemption_days_pk" PRIMARY KEY("merchant_id","day","location_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_plan_totals" (
	"merchant_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"count" integer NOT NULL,
	"monthly_minor" bigint NOT NULL,
	CONSTRAINT "subscription_plan_totals_pk" PRIMARY KEY("merchant_id","plan_id","status","currency")
);
--> statement-breakpoint
CREATE INDEX "subscription_plan_totals_plan" ON "subscription_plan_totals" USING btree ("plan_id");
--> statement-breakpoint
ALTER TABLE "redemption_days" SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE "subscription_plan_totals" SET (fillfactor = 50);
--> statement-breakpoint
-- Days of the zone that the other counters were built for; where none is kept nobody has drunk anything yet.
INSERT INTO "redemption_days" (merchant_id, day, location_id, plan_id, count)
SELECT merchant_id, (redeemed_at AT TIME ZONE zone.name)::date, coalesce(location_id, ''), coalesce(plan_id, ''), count(*)
FROM "redemptions", (SELECT coalesce((SELECT value ->> 'timeZone' FROM "platform_settings" WHERE key = 'counterTimeZone'), 'UTC') AS name) zone
WHERE status = 'completed' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "subscription_plan_totals" (merchant_id, plan_id, status, currency, count, monthly_minor)
SELECT merchant_id, coalesce(plan_id, ''), status, billing_currency, count(*), sum(monthly_minor) FROM "subscriptions" GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "jobs" (id, kind, payload, run_at, created_at)
SELECT 'job_recount_by_place_and_plan', 'recount_merchants', '{"after": ""}', now() + interval '1 hour', now()
WHERE EXISTS (SELECT 1 FROM "redemption_days") OR EXISTS (SELECT 1 FROM "subscription_plan_totals");
