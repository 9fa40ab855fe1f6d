CREATE TABLE "payment_references" (
	"id" text PRIMARY KEY NOT NULL,
	"leads_to" text,
	"provider_subscription_id" text,
	"period_start" timestamp (3) with time zone,
	"noted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"provider_id" text NOT NULL,
	"payment_group" text,
	"sum_minor" bigint,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"merchant_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"charge_at" timestamp (3) with time zone NOT NULL,
	"charge_period_start" timestamp (3) with time zone,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"problem" text,
	"booked_minor" bigint DEFAULT 0 NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"state_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_source_provider" UNIQUE("source","provider_id")
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "refund_facts" jsonb;--> statement-breakpoint
CREATE INDEX "payment_references_leads_to" ON "payment_references" USING btree ("leads_to");--> statement-breakpoint
CREATE INDEX "payment_references_noted" ON "payment_references" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "refunds_charge" ON "refunds" USING btree ("subscription_id","charge_period_start");--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("subscription_id") WHERE charge_period_start is null;--> statement-breakpoint
CREATE INDEX "refunds_merchant" ON "refunds" USING btree ("merchant_id","occurred_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("merchant_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "refunds_updated" ON "refunds" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "refunds_merchant_updated" ON "refunds" USING btree ("merchant_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "refunds_occurred" ON "refunds" USING btree ("occurred_at","id");